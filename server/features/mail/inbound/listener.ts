/**
 * Receives email by SMTP or LMTP. The sender's server is answered only after the email is stored, so while the database is
 * away it keeps the email and tries again.
 */
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { log } from '#server/platform/log/log.ts'
import { INBOUND_BYTES, INBOUND_RECIPIENTS } from '#shared/mail.ts'
import type { Acceptance, Envelope } from './accept.ts'

export interface ListenerOptions {
  /** host:port */
  listen: string
  protocol: 'smtp' | 'lmtp'
  domain: string
  isOurs: (address: string) => Promise<boolean>
  accept: (envelope: Envelope, raw: Buffer) => Promise<Acceptance>
}

export interface Listener {
  close(): Promise<void>
}

/** Each may hold an email in memory. */
const CLIENTS = 20
const SILENCE_MS = 60_000
const CLOSE_MS = 5_000
/** Of one address. Our own server in front, by LMTP, is not limited. */
const MAILS_PER_MINUTE = 300

const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const nobody = () => reply(550, 'There is no such address here')
const away = (error: unknown) => {
  log.error({ error }, 'an email could not be taken')
  return reply(451, 'This is not possible right now, please try again later')
}

/** Loads the server at once, and answers as soon as it listens. */
export function startListener(options: ListenerOptions): Listener {
  const starting = open(options)
  starting.catch((error: unknown) => log.error({ error }, 'email can’t be received'))
  return {
    close: async () => {
      const server = await starting.catch(() => undefined)
      if (server) await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

async function open(options: ListenerOptions): Promise<SMTPServer> {
  const { SMTPServer: Server } = await import('smtp-server')
  const { listen, protocol, domain } = options
  const isWithinRate = rateOf(protocol)
  const server = new Server({
    name: domain,
    banner: 'ready',
    lmtp: protocol === 'lmtp',
    size: INBOUND_BYTES,
    maxClients: CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    authOptional: true,
    // There is no certificate of ours here: a mail server in front offers encryption.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onMailFrom: (_address, { remoteAddress }, done) =>
      done(isWithinRate(remoteAddress) ? null : reply(450, 'Too many emails, please try again later')),
    onRcptTo: ({ address }, { envelope }, done) => {
      if (envelope.rcptTo.length >= INBOUND_RECIPIENTS) return done(reply(452, 'Too many recipients'))
      options.isOurs(address).then(
        (isOurs) => done(isOurs ? null : nobody()),
        (error: unknown) => done(away(error)),
      )
    },
    onData: (stream, session, done) => {
      take(options, stream, session).then(
        (refusal) => done(refusal),
        (error: unknown) => done(away(error)),
      )
    },
  })
  // A client that hangs up, or speaks something else.
  server.on('error', (error) => log.warn({ error }, 'a connection for email failed'))
  const colon = listen.lastIndexOf(':')
  const host = listen.slice(0, colon).replaceAll(/[[\]]/g, '')
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(Number(listen.slice(colon + 1)), host, resolve)
  })
  return server
}

function rateOf(protocol: ListenerOptions['protocol']): (address: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return (address) => {
    if (protocol === 'lmtp') return true
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= MAILS_PER_MINUTE
  }
}

/** Resolves to the refusal, or null. */
async function take(
  { protocol, accept }: ListenerOptions,
  stream: SMTPServerDataStream,
  { envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession,
): Promise<Error | null> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) return reply(552, 'The email is too large')
  const { accepted } = await accept(
    {
      via: protocol,
      mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
      recipients: envelope.rcptTo.map(({ address }) => address),
      clientAddress: remoteAddress,
      clientName: hostNameAppearsAs || '',
    },
    Buffer.concat(chunks),
  )
  return accepted.length > 0 ? null : nobody()
}
