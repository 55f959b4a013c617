/** Runs `work` while the server is down, then starts it again on the same port. */
import { once } from 'node:events'
import type { TestServer } from '../../harness/test-server.ts'

export async function whileServerIsDown(testServer: TestServer, work: () => Promise<void>): Promise<void> {
  const { server } = testServer.application.app
  const { port } = new URL(testServer.url)
  server.closeAllConnections()
  server.close()
  try {
    await work()
  } finally {
    server.listen(Number(port), '127.0.0.1')
    await once(server, 'listening')
  }
}
