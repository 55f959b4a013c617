/** Whether an email is from whom it says: our own judgement, never a header that came with it. */
import { Resolver } from 'node:dns/promises'

export interface Verdict {
  /** pass, fail, none, or temperror if the sender's domain could not be asked. */
  dmarc: string
  spf: string
  dkim: string
  /** The domain of From that this is about. */
  domain: string
}

export interface Origin {
  via: 'http' | 'smtp' | 'lmtp'
  mailFrom: string
  clientAddress: string
  clientName: string
}

const ANSWER_MS = 2_500
const TRIES = 2
const ALL_MS = 20_000
const UNKNOWN: Verdict = { dmarc: 'temperror', spf: 'none', dkim: 'none', domain: '' }

function lookUp(server: string | undefined) {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES })
  if (server) resolver.setServers([server])
  return (name: string, type: string) => resolver.resolve(name, type) as Promise<unknown>
}

export async function judge(
  raw: Buffer,
  { via, mailFrom, clientAddress, clientName }: Origin,
  { dns, domain }: { dns: string | undefined; domain: string },
): Promise<Verdict> {
  let clock: NodeJS.Timeout | undefined
  const late = new Promise<Verdict>((resolve) => {
    clock = setTimeout(() => resolve(UNKNOWN), ALL_MS)
  })
  const asked = async (): Promise<Verdict> => {
    const { authenticate } = await import('mailauth')
    const found = await authenticate(raw, {
      sender: mailFrom,
      mta: domain,
      resolver: lookUp(dns) as never,
      disableArc: true,
      disableBimi: true,
      // By LMTP the client is our own mail server, whose first Received line says who its client was.
      ...(via === 'lmtp'
        ? { trustReceived: true }
        : { ...(clientAddress && { ip: clientAddress }), ...(clientName && { helo: clientName }) }),
    })
    const { dmarc, spf, dkim } = found
    return {
      // Without a verdict there is no From, or more than one.
      dmarc: dmarc ? dmarc.status.result : 'fail',
      domain: String((dmarc && dmarc.status.header?.from) || ''),
      spf: spf ? spf.status.result : 'none',
      dkim: dkim.results.some(({ status }) => status.result === 'pass')
        ? 'pass'
        : (dkim.results[0]?.status.result ?? 'none'),
    }
  }
  try {
    return await Promise.race([asked(), late])
  } finally {
    clearTimeout(clock)
  }
}
