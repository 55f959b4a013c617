/** What a page does while its server is gone, and once it is back at the same place. */
import { once } from 'node:events'
import type { TestServer } from '../../harness/test-server.ts'

export async function whileServerIsDown(house: TestServer, work: () => Promise<void>): Promise<void> {
  const { server } = house.application.app
  const { port } = new URL(house.url)
  server.closeAllConnections()
  server.close()
  try {
    await work()
  } finally {
    server.listen(Number(port), '127.0.0.1')
    await once(server, 'listening')
  }
}
