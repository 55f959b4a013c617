/** Traces: one for each request, with what it caused, and nothing of members. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { ReplyToThread, thread, threads } from '#api/operations.ts'
import { flushTraces } from '#server/platform/log/tracing.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status?: { code?: number; message?: string }
  attributes: { key: string; value: { stringValue?: string } }[]
}
let spans: Span[] = []
let received = ''
let authorization: string | undefined
const collector = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received += Buffer.concat(parts).toString()
    authorization = request.headers.authorization
    const body = JSON.parse(Buffer.concat(parts).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
afterAll(() => void collector.close())

const testServer = await startTestServer({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer secret',
})
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const { legal } = await networkIds(testServer)
const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })

beforeEach(async () => {
  await flushTraces()
  spans = []
  received = ''
})
const names = () => spans.map(({ name }) => name.replace(/\/.*/, ''))
const valueOf = (span: Span, key: string) => span.attributes.find((each) => each.key === key)?.value.stringValue

it('have the request on top, its operation and its statement below, and the id of the request', async () => {
  const response = await helen.send('POST', '/api/graphql/thread', { body: { variables: { id } } })
  await flushTraces()
  const [request, operation, statement] = ['request POST', 'operation thread', 'statement thread'].map((name) =>
    spans.find((each) => each.name.startsWith(name))!,
  ) as [Span, Span, Span]
  expect(request.parentSpanId ?? '').toBe('')
  expect(operation.parentSpanId).toBe(request.spanId)
  expect(statement.parentSpanId).toBe(operation.spanId)
  const requestId = response.headers.get('x-request-id')!
  for (const span of [request, operation, statement]) {
    expect(span.traceId).toBe(requestId.replaceAll('-', ''))
    expect(valueOf(span, 'counterpart.request_id')).toBe(requestId)
  }
  expect(authorization).toBe('Bearer secret')
})

it('have what a job does later, and nothing that anybody wrote or is called', async () => {
  await marcus.ask(ReplyToThread, { thread_id: id, body: '<p>kolibri8813</p>', idempotency_key: newKey() })
  await testServer.runJobs()
  await flushTraces()
  const reply = spans.find(({ name }) => name === 'operation ReplyToThread')!
  const jobs = spans.filter(({ name, traceId }) => name.startsWith('job ') && traceId === reply.traceId)
  expect(jobs.length).toBeGreaterThan(0)
  for (const word of ['kolibri8813', demoMembers.peer, demoMembers.member, 'Helen', 'Marcus'])
    expect(received).not.toContain(word)
  expect(received).not.toContain(`"${marcus.id}"`)
})

it('say that something was refused or failed, without the words of it', async () => {
  await helen.op(thread, { id: 0 })
  await helen.send('POST', '/api/graphql/nothing-like-this', { body: { variables: {} } })
  await testServer.sql(`alter table thread_feed rename to elsewhere`)
  await helen.op(threads, {}).finally(() => testServer.sql(`alter table elsewhere rename to thread_feed`))
  await flushTraces()
  const refused = spans.find(({ name }) => name === 'operation thread')!
  expect(valueOf(refused, 'counterpart.outcome')).toBe('request.variables')
  expect(refused.status?.code ?? 0).toBe(0)
  const failed = spans.find(({ name }) => name === 'operation threads')!
  expect(failed.status).toEqual({ code: 2 })
  expect(names()).not.toContain('operation nothing-like-this')
  expect(received).not.toContain('nothing-like-this')
  expect(received).not.toContain('relation')
})
