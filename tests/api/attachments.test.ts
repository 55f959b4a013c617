import { expect, it } from 'vitest'
import { thread } from '#api/operations.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import path from 'node:path'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, samuel, staff] = [
  await testServer.member(demoMembers.member),
  await testServer.member(demoMembers.peer),
  await testServer.member(demoMembers.billing),
  await testServer.member(demoMembers.finance),
  await testServer.member(demoMembers.staff),
]
const blobs = localBlobs(path.join(testServer.config.dataDir, 'files'))
const UNKNOWN = '/api/attachments/900000000000000'

async function attach(message: number, name: string, bytes: string) {
  const storage_key = await blobs.put(Buffer.from(bytes))
  const [row] = await testServer.sql<{ id: number }>(
    `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, $2, 'text/html', $3, $4) returning id`,
    [message, name, bytes.length, storage_key],
  )
  return `/api/attachments/${row!.id}`
}

const { id, opening } = await insertThread(testServer, { author: helen.id, networks: [legal] })
const shared = await attach(opening, `weird "na'me" (1)\r\nX-Evil: 1 ü.html`, '<script>alert(1)</script>')
const secret = await attach(
  await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [helen.id, marcus.id] }),
  'secret.txt',
  'canary-file',
)

it('reaches whoever may read the message, as a download that no browser runs', async () => {
  const answer = await grace.send('GET', shared)
  expect(answer).toMatchObject({ status: 200, text: '<script>alert(1)</script>' })
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''weird%20%22na%27me%22%20%281%29%0D%0AX-Evil%3A%201%20%C3%BC.html",
  )
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('x-evil')).toBeNull()
})

it('is named in the thread by a path of this site', async () => {
  const { thread: read } = await grace.ask(thread, { id })
  expect(read!.messages.find((message) => message.id === opening)!.attachments).toEqual([
    expect.objectContaining({ file: shared, inline: false }),
  ])
})

it('of a private message reaches its readers and staff only', async () => {
  for (const reader of [helen, marcus, staff]) expect((await reader.send('GET', secret)).text).toBe('canary-file')
  const refused = await grace.send('GET', secret)
  const unknown = await grace.send('GET', UNKNOWN)
  expect(refused.status).toBe(404)
  expect(refused.text).toBe(unknown.text)
})

it('is to another network as if it were not there', async () => {
  const unknown = await samuel.send('GET', UNKNOWN)
  for (const address of [shared, secret]) {
    const refused = await samuel.send('GET', address)
    expect({ status: refused.status, text: refused.text }).toEqual({ status: unknown.status, text: unknown.text })
    for (const header of ['content-disposition', 'content-type', 'content-length', 'cache-control'])
      expect(refused.headers.get(header)).toBe(unknown.headers.get(header))
  }
})

it('needs a session', async () => {
  expect((await testServer.anonymous().send('GET', shared)).status).toBe(401)
})

it.each(['0', '-1', 'x', '1.5', '..%2F..%2Fsecret', '99999999999999999999', '1%00'])(
  'answers %s as unknown',
  async (name) => {
    expect((await helen.send('GET', `/api/attachments/${name}`)).status).toBe(404)
  },
)

it('is gone when its message is removed', async () => {
  const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
  const address = await attach(message, 'a.txt', 'soon gone')
  expect((await grace.send('GET', address)).status).toBe(200)
  await testServer.sql('update messages set removed_at = now() where id = $1', [message])
  expect((await grace.send('GET', address)).status).toBe(404)
})
