import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, it } from 'vitest'
import { log } from '#server/platform/log/log.ts'
import { startListener } from './listener.ts'

log.level = 'silent'
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address() as AddressInfo
await new Promise((resolve) => probe.close(resolve))

let isAway = true
const listener = startListener({
  listen: `127.0.0.1:${port}`,
  protocol: 'smtp',
  domain: 'lists.test',
  isOurs: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(true)),
  accept: () => Promise.reject(new Error('away')),
})
afterAll(() => listener.close())

function send(): Promise<number | undefined> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  return transport
    .sendMail({ from: 'a@elsewhere.test', to: 'legal@lists.test', text: 'Words.' })
    .then(() => 250)
    .catch((error: { responseCode?: number }) => error.responseCode)
    .finally(() => transport.close())
}

it('asks the sender to try again while the database is away, before and after the words', async () => {
  await expect.poll(send).toBe(451)
  isAway = false
  expect(await send()).toBe(451)
})

it('takes 300 emails a minute of one address', async () => {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += String(data)))
  await expect.poll(() => heard).toMatch(/^220/)
  socket.write(`EHLO a\r\n${'MAIL FROM:<a@elsewhere.test>\r\nRSET\r\n'.repeat(310)}`)
  await expect.poll(() => (heard.match(/^450 /gm) ?? []).length, { timeout: 10_000 }).toBeGreaterThan(5)
  socket.destroy()
})
