/** What the DNS of a mail domain says, and what is missing for its email to arrive and to be believed. */
import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'

const ANSWER_MS = 3_000
const TRIES = 2

export interface DnsFinding {
  record: 'SPF' | 'DKIM' | 'DMARC' | 'MX'
  name: string
  /** `weak`: email arrives, but others can misuse the domain. */
  state: 'ok' | 'weak' | 'missing' | 'wrong' | 'unknown'
  /** What was found, or what to do. */
  words: string
}

export interface MailDomain {
  domain: string
  /** Of outgoing email that is signed here. */
  dkim: { selector: string; privateKey: string } | undefined
  /** Replies come back to this server. */
  receives: boolean
  /** address:port of the DNS server. If unset, that of the system. */
  dns?: string | undefined
}

type Found = Omit<DnsFinding, 'record' | 'name'>
const found = (state: DnsFinding['state'], words: string): Found => ({ state, words })

/** Nothing for a name that does not exist. */
async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

const beginning = (records: readonly string[], start: RegExp) => records.filter((record) => start.test(record))
/** The value of a tag in a record of the form a=b; c=d. */
const tagIn = (record: string, tag: string) =>
  record
    .split(';')
    .map((part) => /^\s*(\w+)\s*=(.*)$/s.exec(part))
    .find((found) => found?.[1] === tag)?.[2]
    ?.replaceAll(/\s/g, '')

function spfOf(records: readonly string[]): Found {
  const own = beginning(records, /^v=spf1(\s|$)/i)
  if (own.length === 0)
    return found(
      'missing',
      'Add a TXT record that names who sends for you, such as: v=spf1 include:mail.example.org -all',
    )
  if (own.length > 1) return found('wrong', `There are ${own.length} SPF records, so none counts. Join them into one.`)
  const [record] = own as [string]
  if (/(^|\s)\+?all(\s|$)/i.test(record)) return found('wrong', `Everyone may send as you: ${record}`)
  if (!/(^|\s)([-~]all|redirect=\S+)(\s|$)/i.test(record))
    return found('weak', `End it with -all or ~all, so that others can’t send as you: ${record}`)
  return found('ok', record)
}

function dkimOf(records: readonly string[], privateKey: string): Found {
  const key = createPublicKey(privateKey)
  const own = key.export({ type: 'spki', format: 'der' }).toString('base64')
  const kind = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa'
  // Of an Ed25519 key, the record has the last 32 bytes alone.
  const expected = kind === 'rsa' ? own : Buffer.from(own, 'base64').subarray(-32).toString('base64')
  const wanted = `v=DKIM1; k=${kind}; p=${expected}`
  if (records.length === 0) return found('missing', `Add this TXT record: ${wanted}`)
  const has = records.some((record) => tagIn(record, 'p') === expected)
  return has ? found('ok', 'the key that signs here') : found('wrong', `It has another key. Replace it with: ${wanted}`)
}

function dmarcOf(records: readonly string[], domain: string): Found {
  const own = beginning(records, /^v=DMARC1(\s|;|$)/i)
  if (own.length === 0)
    return found('missing', `Add a TXT record, such as: v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`)
  if (own.length > 1) return found('wrong', `There are ${own.length} DMARC records, so none counts. Keep one.`)
  const [record] = own as [string]
  const policy = tagIn(record, 'p')?.toLowerCase()
  if (policy === 'quarantine' || policy === 'reject') return found('ok', record)
  return policy === 'none'
    ? found('weak', `With p=none, email of others under your name arrives. Use p=quarantine or p=reject: ${record}`)
    : found('wrong', `It has no valid policy. Use p=quarantine or p=reject: ${record}`)
}

/** Asks for each record; one that can’t be asked for is `unknown`. */
export async function checkMailDns({ domain, dkim, receives, dns }: MailDomain): Promise<DnsFinding[]> {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES })
  if (dns) resolver.setServers([dns])
  const texts = async (name: string) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''))
  const asked = async (record: DnsFinding['record'], name: string, judge: () => Promise<Found>) => {
    const failed = (error: unknown) =>
      found('unknown', `DNS didn’t answer: ${(error as { code?: string }).code ?? 'unknown error'}`)
    return { record, name, ...(await judge().catch(failed)) }
  }
  const signing = dkim && {
    name: `${dkim.selector}._domainkey.${domain}`,
    judge: async () => dkimOf(await texts(`${dkim.selector}._domainkey.${domain}`), dkim.privateKey),
  }
  return Promise.all([
    asked('SPF', domain, async () => spfOf(await texts(domain))),
    signing
      ? asked('DKIM', signing.name, signing.judge)
      : asked('DKIM', domain, async () => found('weak', 'DKIM_KEY isn’t set, so your mail server must sign email.')),
    asked('DMARC', `_dmarc.${domain}`, async () => dmarcOf(await texts(`_dmarc.${domain}`), domain)),
    ...(receives
      ? [
          asked('MX', domain, async () => {
            const servers = await orNone(resolver.resolveMx(domain))
            return servers.length > 0
              ? found('ok', servers.map(({ exchange }) => exchange).join(', '))
              : found(
                  'missing',
                  'Add an MX record with the name of the server that takes email, so that replies arrive.',
                )
          }),
        ]
      : []),
  ])
}
