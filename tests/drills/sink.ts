/** The mail server of the members, for drills. */
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface Arrived {
  to: string
  text: string
  at: number
}
/** Takes everything. */
export async function openSink() {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString('latin1')
        for (const { address } of session.envelope.rcptTo) arrived.push({ to: address, text, at: performance.now() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  // A server that is killed leaves its connections half open.
  server.on('error', () => {})
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  return { arrived, url: `smtp://127.0.0.1:${port}`, close: () => server.close(() => {}) }
}
