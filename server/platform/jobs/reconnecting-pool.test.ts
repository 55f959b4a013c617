import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { reconnectingPool } from './reconnecting-pool.ts'

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port

it('says of a database that is away, or hangs up, that it may be asked again', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const port = portOf(server)
  const hungUp = reconnectingPool({ host: '127.0.0.1', port })
  await expect(hungUp.connect()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await new Promise((resolve) => server.close(resolve))
  await expect(hungUp.connect()).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: expect.stringContaining('ECONNREFUSED'),
  })
  await hungUp.end()
})
