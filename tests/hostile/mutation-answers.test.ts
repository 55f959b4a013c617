/**
 * A mutation responds to a hidden id and to an unknown id with the same bytes: for every mutation that takes an id, as
 * every role. Outside a full run each role tries a third of the mutations, each role another third.
 */
import {
  getNamedType,
  isInputObjectType,
  typeFromAST,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { thread } from '#api/operations.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { sampleOf } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { ID_ROWS, type Own } from './hidden-rows.ts'
import { CANARY, comparable, putHiddenThings, unknownId, type Hidden, type Kind } from './hidden-things.ts'
import { ROLES, type Role } from './row.ts'

const testServer = await startTestServer()
const { schema, operations } = loadContract()
const { legal, finance } = await networkIds(testServer)
const hidden = await putHiddenThings(testServer)

/** The paths of all ids among the variables. */
function idsOf(node: OperationDefinitionNode): string[] {
  const below = (type: GraphQLInputType, path: string): string[] => {
    const named = getNamedType(type)
    if (named.name === 'Id') return [path]
    if (!isInputObjectType(named)) return []
    return Object.values(named.getFields()).flatMap((field) => below(field.type, `${path}.${field.name}`))
  }
  return (node.variableDefinitions ?? []).flatMap(({ variable, type }) =>
    below(typeFromAST(schema, type) as GraphQLInputType, variable.name.value),
  )
}

type ById = [operation: string, variable: string]
/** The query that shows whether a thing is hidden from a role; other kinds are visible only to owner and staff. */
const READS: Partial<Record<Kind, ById>> = {
  member: ['profile', 'id'],
  account: ['GetStaffMember', 'id'],
  thread: ['thread', 'id'],
  memberCompany: ['GetCompanyMembers', 'company_id'],
  expert: ['GetExpertProfile', 'id'],
  group: ['InboxGroup', 'id'],
  inboxMessage: ['InboxMessage', 'id'],
  poll: ['PollById', 'id'],
  notification: ['NotificationById', 'id'],
  event: ['GetEventById', 'id'],
  eventVideo: ['GetEventVideoById', 'id'],
  session: ['GetMainStageSessionById', 'id'],
  series: ['SeriesByPk', 'id'],
  seriesVideo: ['GetSeriesVideoById', 'id'],
  accreditedVideo: ['GetVideoCle', 'video_id'],
}

async function isHidden(client: Client, role: Role, kind: Kind, { id, thread_id }: Hidden): Promise<boolean> {
  if (thread_id !== undefined) return !(await client.op(thread, { id: thread_id })).text.includes(`"id":${id}`)
  const read = READS[kind]
  if (!read) return role !== 'staff'
  const [name, variable] = read
  const [of, ofUnknown] = await Promise.all(
    [id, unknownId(kind)].map((each) => client.op({ name, kind: 'query' }, { [variable]: each })),
  )
  return comparable(of!.text) === comparable(ofUnknown!.text)
}

async function ownOf(role: Role, client: Client): Promise<Own> {
  const network = role === 'otherNetwork' ? finance : legal
  if (client.id === 0) return { id: 1, thread: 1, opening: 1, group: 1, network }
  const { id: threadId, opening } = await insertThread(testServer, {
    author: client.id,
    networks: [network],
    topic: role,
  })
  const other = await testServer.member(role === 'otherNetwork' ? demoMembers.executive : 'priya@members.test')
  const group = await newGroup([client, other]).catch(() => 1)
  return { id: client.id, thread: threadId, opening, group, network }
}

it('has a row for every id that a mutation takes, and none too many', () => {
  const taken = [...operations.values()]
    .filter(({ operation }) => operation === 'mutation')
    .map((node) => [node.name!.value, idsOf(node).toSorted()] as const)
    .filter(([, ids]) => ids.length > 0)
  const rows = Object.entries(ID_ROWS).map(([name, paths]) => [name, Object.keys(paths).toSorted()])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(taken))
})

it.each(Object.entries(hidden).map(([kind, things]) => [kind, things.length]))(
  'has something hidden: %s',
  (_, count) => {
    expect(count).toBeGreaterThan(0)
  },
)

describe.each(Object.entries(ROLES).map(([name, email], turn) => [name, email, turn] as const))(
  '%s is answered alike about what is hidden and what is not there, by',
  async (name, email, turn) => {
    const role = name as Role
    const client = email === null ? testServer.anonymous() : await testServer.member(email)
    const own = await ownOf(role, client)
    const found = new Map<Kind, Promise<Hidden[]>>()
    const concealedOnce = async (kind: Kind) => {
      const are = await Promise.all(hidden[kind].map((thing) => isHidden(client, role, kind, thing)))
      return hidden[kind].filter((_, index) => are[index])
    }
    const concealed = (kind: Kind) => found.get(kind) ?? found.set(kind, concealedOnce(kind)).get(kind)!

    it.each(sampleOf(Object.keys(ID_ROWS), 3, turn))('%s', async (operation) => {
      const rows = Object.entries(ID_ROWS[operation]!).flatMap(([path, rows]) =>
        [rows].flat().map((row) => ({ path, ...row })),
      )
      for (const { path, kind, isOpen, variables } of rows) {
        if (isOpen) continue
        const ask = async (id: number) => {
          const answer = await client.op({ name: operation, kind: 'mutation' }, variables(id, own))
          return { path, status: answer.status, text: comparable(answer.text) }
        }
        const things = await concealed(kind)
        if (things.length === 0) continue
        const unknown = await ask(unknownId(kind))
        for (const { why, id } of things) {
          const answer = await ask(id)
          expect({ why, ...answer }).toEqual({ why, ...unknown })
          expect(answer.text).not.toContain(CANARY)
        }
      }
    })
  },
)
