/**
 * The limit that the server is measured against: one handwritten statement for each of two operations, run directly
 * through Fastify and pg. No session, no checks, no shapes: the request already contains the viewer's access.
 */
import Fastify from 'fastify'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { FEED, THREAD } from './limit-statements.ts'

const config = loadConfig({
  DATA_DIR: process.argv[2],
  DEMO: 'off',
  PORT: '0',
  SECRET: 'x'.repeat(40),
  LOG_LEVEL: 'error',
  DATABASE_POOL: '4',
})
const database = await openDatabase(config)
const app = Fastify()
interface Reach {
  id: number
  networks: number[]
  channels: number[]
}
const reachOf = (header: string | string[] | undefined) => JSON.parse(String(header)) as Reach
app.post('/api/graphql/threads', async (request, reply) => {
  const { id, networks, channels } = reachOf(request.headers['x-reach'])
  const { rows } = await database.hot.query<{ body: string }>({
    name: 'feed',
    text: FEED,
    values: [networks, channels, id],
  })
  return reply.type('application/json').send(`{"data":${rows[0]!.body}}`)
})
app.post<{ Body: { variables: { id: number } } }>('/api/graphql/thread', async (request, reply) => {
  const { id, channels } = reachOf(request.headers['x-reach'])
  const { rows } = await database.hot.query<{ body: string }>({
    name: 'thread',
    text: THREAD,
    values: [request.body.variables.id, id, channels],
  })
  return reply.type('application/json').send(`{"data":${rows[0]!.body}}`)
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`localhost:${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', async () => {
  await app.close()
  await database.close()
  process.exit(0)
})
