/** AI programs of members: the read API as tools of the Model Context Protocol, with a client of the protocol. */
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { ACCESS_TOKEN_CALLS_A_MINUTE, ACCESS_TOKEN_SCOPES } from '#shared/access-tokens.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { discuss } from '../harness/assistant.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
)
await testServer.sql('update peer_networks set allows_access_tokens = true')

async function newToken(scopes: readonly string[] = Object.keys(ACCESS_TOKEN_SCOPES)): Promise<string> {
  await testServer.sql('delete from access_tokens')
  const body = { name: 'My program', scopes, days: 30, password: DEMO_PASSWORD }
  return ((await helen.send('POST', '/api/access-tokens', { body })).body as { data: { token: string } }).data.token
}
async function connect(token: string): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', testServer.url), { requestInit: { headers } }),
  )
  return client
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${testServer.url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
async function textOf(client: McpClient, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content as { type: string; text: string }[]
  return { text: first!.text, isError: isError === true }
}

describe('an AI program', () => {
  it('has the tools of the token’s scopes, and none that changes anything', async () => {
    const { tools } = await (await connect(await newToken())).listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_discussions',
      'read_discussion',
      'find_members',
      'read_member',
      'search_documents',
      'search_events',
      'find_experts',
      'read_expert',
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const few = await connect(await newToken(['events:read']))
    expect((await few.listTools()).tools.map(({ name }) => name)).toEqual(['search_events'])
  })

  it('finds and reads discussions, without private replies and other networks', async () => {
    const facts = { opening: 'Who has insured an ocelot?', author: grace.id, networks: [legal] }
    const { thread } = await discuss(testServer, {
      ...facts,
      topic: 'Ocelot insurance',
      replies: [{ sender: marcus.id, body: 'An ocelot is insured as livestock.' }],
    })
    await marcus.ask(ReplyToThread, {
      thread_id: thread,
      body: '<p>Privately: ours cost 9,321.</p>',
      isPrivate: true,
      idempotency_key: newKey(),
    })
    const other = await discuss(testServer, {
      ...facts,
      author: samuel.id,
      networks: [finance],
      topic: 'Ocelot depreciation',
      replies: [],
    })
    await testServer.runJobs()
    const client = await connect(await newToken())
    const found = await textOf(client, 'search_discussions', { search: 'How is an ocelot insured?' })
    expect(JSON.parse(found.text)).toMatchObject({
      discussions: expect.arrayContaining([
        expect.objectContaining({ discussion_id: thread, topic: 'Ocelot insurance' }),
      ]),
    })
    expect(found.text).not.toMatch(/9,321|Ocelot depreciation/)
    const read = await textOf(client, 'read_discussion', { discussion_id: thread })
    expect(JSON.parse(read.text)).toMatchObject({
      topic: 'Ocelot insurance',
      question: 'Who has insured an ocelot?',
      replies: [{ text: 'An ocelot is insured as livestock.', by: expect.stringContaining('Marcus Oyelaran') }],
    })
    expect(await textOf(client, 'read_discussion', { discussion_id: other.thread })).toEqual({
      text: 'Not found.',
      isError: true,
    })
  })

  it('gets an answer of each other tool, with a link', async () => {
    const client = await connect(await newToken())
    const first = async (name: string, args: object, list: string) => {
      const { text, isError } = await textOf(client, name, { ...args })
      expect(isError, text).toBe(false)
      return (JSON.parse(text) as Record<string, Record<string, unknown>[]>)[list]![0]!
    }
    const member = await first('find_members', { search: 'Marcus' }, 'members')
    expect(member['url']).toMatch(/\/members\/\d+$/)
    expect((await textOf(client, 'read_member', { member_id: member['member_id'] })).text).toContain('Marcus')
    expect((await first('search_documents', { search: 'agreement' }, 'documents'))['url']).toMatch(
      /peer-documents\/\d+$/,
    )
    expect((await first('search_events', { search: 'privilege' }, 'events'))['url']).toMatch(/event-materials\/\d+$/)
    const expert = await first('find_experts', { search: 'employment' }, 'experts')
    expect((await textOf(client, 'read_expert', { expert_id: expert['expert_id'] })).text).toContain('recommendations')
  })

  it('is refused without a token that may be used, with more calls than the limit, and with a list of messages', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await post(list)).status).toBe(401)
    const authorization = `Bearer ${await newToken()}`
    expect((await post([list, list], { authorization })).status).toBe(400)
    expect((await fetch(`${testServer.url}/api/mcp`, { headers: { authorization } })).status).toBe(405)
    expect((await post(list, { authorization })).status).toBe(200)
    await testServer.sql(`update access_tokens set num_of_calls = $1, minute = date_trunc('minute', now())`, [
      ACCESS_TOKEN_CALLS_A_MINUTE,
    ])
    expect((await post(list, { authorization })).status).toBe(429)
    await testServer.sql('delete from access_tokens')
    expect((await post(list, { authorization })).status).toBe(401)
  })
})
