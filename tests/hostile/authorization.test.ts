/** Every operation × every role × every ownership, against the table in matrix.ts; a third of them outside a full run. */
import { describe, expect, it } from 'vitest'
import { loadContract } from '#server/platform/graph/contract.ts'
import { newKey, type Client } from '../harness/client.ts'
import { oneOf, sampleOf } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { MATRIX } from './matrix.ts'
import { OWNERSHIPS, ROLES, type Outcome, type Ownership, type Role } from './row.ts'

const testServer = await startTestServer()
const { operations } = loadContract()
const { legal, finance } = await networkIds(testServer)
const UNKNOWN = 9_007_199_254_740_991
const clients = {} as Record<Role, Client>
for (const [role, email] of Object.entries(ROLES) as [Role, string | null][])
  clients[role] = email === null ? testServer.anonymous() : await testServer.member(email)
const author = (await testServer.member('priya@members.test')).id
const treasurer = clients.otherNetwork.id

const makeTargets = async (): Promise<Partial<Record<Ownership, number>>> => ({
  sameNetwork: (await insertThread(testServer, { author, networks: [legal], topic: 'Same network' })).id,
  elsewhere: (
    await insertThread(testServer, {
      author: (
        await testServer.sql<{ id: number }>(
          `select u.id from users u join peer_network_memberships m on m.user_id = u.id where m.peer_network_id = $1 and u.id <> $2 and not exists (select from peer_network_memberships o where o.user_id = u.id and o.peer_network_id <> $1) limit 1`,
          [finance, treasurer],
        )
      )[0]!.id,
      networks: [finance],
      topic: 'Elsewhere',
    })
  ).id,
  heldBack: (
    await insertThread(testServer, { author, networks: [legal], source: 'other', processed: false, approved: false })
  ).id,
  rejected: (await insertThread(testServer, { author, networks: [legal], processed: true, approved: false })).id,
  removed: (await insertThread(testServer, { author, networks: [legal], removed: true })).id,
  closed: (await insertThread(testServer, { author, networks: [legal], closed: true })).id,
  unknown: UNKNOWN,
})
await testServer.sql('delete from polls')
for (const table of ['polls', 'poll_options'])
  await testServer.sql(`select setval(pg_get_serial_sequence('${table}', 'id'), 1000000)`)
/** Adds a poll to the thread; the poll and its first option have the id of the thread. */
async function withPoll(threadId: number): Promise<number> {
  await testServer.sql(
    `with made as (insert into polls (id, thread_id, author_id, title) overriding system value
       select id, id, author_id, 'Which one?' from threads where id = $1 on conflict do nothing returning id)
     insert into poll_options (id, poll_id, title, position) overriding system value select id, id, 'One', 1 from made`,
    [threadId],
  )
  return threadId
}
const shared = await makeTargets()
for (const id of Object.values(shared)) await withPoll(id)
/** The opening message of a thread, for operations on messages. */
const openingOf = async (thread: number) =>
  (
    await testServer.sql<{ id: number }>('select id from messages where thread_id = $1 and is_original_message', [
      thread,
    ])
  )[0]?.id ?? UNKNOWN

async function targetOf(role: Role, of: Ownership, targets: typeof shared): Promise<number> {
  if (of !== 'own') return targets[of]!
  if (clients[role].id === 0) return shared.sameNetwork!
  const { id } = await insertThread(testServer, {
    author: clients[role].id,
    networks: [role === 'otherNetwork' ? finance : legal],
    topic: `Own of ${role}`,
  })
  return withPoll(id)
}

const written = () =>
  testServer.sql(
    'select (select count(*) from messages) m, (select count(*) from threads) t, (select count(*) from viewer_threads) v, (select count(*) from idempotency_keys) k',
  )

async function call(role: Role, operation: string, target: number) {
  const node = operations.get(operation)!
  const keyed = node.variableDefinitions?.some((definition) => definition.variable.name.value === 'idempotency_key')
  return clients[role].op(
    { name: operation, kind: node.operation as 'query' },
    { ...MATRIX[operation]!.variables(target), ...(keyed ? { idempotency_key: newKey() } : {}) },
  )
}

function outcomeOf(answer: Awaited<ReturnType<typeof call>>, unknown: string | undefined): Outcome {
  if (answer.status === 401) return 'unauthenticated'
  if (answer.text === unknown) return 'missing'
  return answer.code ? `code ${answer.code}` : 'data'
}

it('has a row for every operation, and none too many', () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual([...operations.keys()].toSorted())
})

describe.each((Object.keys(ROLES) as Role[]).map((role, turn) => [role, turn] as const))('%s', (role, turn) => {
  it.each(sampleOf(Object.keys(MATRIX), 3 * oneOf, turn))('%s', async (operation) => {
    const row = MATRIX[operation]!
    const targets = row.consumes ? await makeTargets() : shared
    for (const of of row.about === 'nothing' ? (['own'] as const) : OWNERSHIPS) {
      const expected = row.outcome(role, of)
      const thread = row.about === 'nothing' ? 0 : await targetOf(role, of, targets)
      const target = row.about === 'message' ? await openingOf(thread) : thread
      // The response that this role gets for an unknown id.
      const unknown =
        row.about !== 'nothing' && expected === 'missing' ? (await call(role, operation, UNKNOWN)).text : undefined
      const before = await written()
      const answer = await call(role, operation, target)
      expect({ role, operation, of, outcome: outcomeOf(answer, unknown) }).toEqual({
        role,
        operation,
        of,
        outcome: expected,
      })
      if (expected !== 'data')
        expect({ role, operation, of, written: await written() }).toEqual({ role, operation, of, written: before })
    }
  })
})
