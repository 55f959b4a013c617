/** What staff read that was written for others is on record. */
import {
  getNamedType,
  isObjectType,
  parse,
  type FieldNode,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  FindThreads,
  GetMessageVersions,
  GetModerationQueue,
  GetReports,
  GetSecurityEvents,
  ReportContent,
  thread as threadOperation,
} from '#api/operations.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [ruth, helen, marcus] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.peer)
const moderator = await newStaff(testServer, { role: 'moderator' })
const readers = [helen.id, marcus.id]
const word = 'quokkaclause'
const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
const group = await insertMessage(testServer, { thread: id, sender: marcus.id })
const hidden = await insertMessage(testServer, { thread: id, sender: marcus.id, readers, body: `<p>The ${word}.</p>` })

beforeEach(async () => {
  await testServer.sql('alter table security_events disable trigger all')
  await testServer.sql(`delete from security_events`)
  await testServer.sql('alter table security_events enable trigger all')
})

const read = (client: Client, thread = id) => client.ask(threadOperation, { id: thread, limit: 50, offset: 0 })
const recorded = async (client: Client) =>
  (await ruth.ask(GetSecurityEvents, { kind: 'staff.read', user_id: client.id })).security_events.items.map(
    ({ facts }) => facts,
  )

describe('a private reply', () => {
  it('is on record when staff open its discussion, once an hour (STAFF-reading-recorded)', async () => {
    const { thread } = await read(moderator)
    expect(thread!.messages.map((message) => message.id)).toContain(hidden)
    await read(moderator)
    expect(await recorded(moderator)).toEqual([{ private_reply: hidden }])
    expect(await recorded(ruth)).toEqual([])
  })

  it('is on record when staff read its earlier versions, or open its file', async () => {
    const key = await localBlobs(path.join(testServer.config.dataDir, 'files')).put(Buffer.from('Board paper.'))
    const of = async (message: number) => {
      await testServer.sql(
        `insert into message_versions (message_id, version, body, edited_by) values ($1, 1, '<p>Before.</p>', $2)`,
        [message, marcus.id],
      )
      const [file] = await testServer.sql<{ id: number }>(
        `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'a.txt', 'text/plain', 12, $2) returning id`,
        [message, key],
      )
      return file!.id
    }
    const [secret, open] = [await of(hidden), await of(group)]
    for (const [client, way] of [
      [moderator, () => moderator.ask(GetMessageVersions, { message_id: hidden })],
      [ruth, () => ruth.send('GET', `/api/attachments/${secret}`)],
    ] as const) {
      await client.ask(GetMessageVersions, { message_id: group })
      expect((await client.send('GET', `/api/attachments/${open}`)).status).toBe(200)
      expect(await recorded(client)).toEqual([])
      await way()
      expect(await recorded(client)).toEqual([{ private_reply: hidden }])
    }
    await helen.ask(GetMessageVersions, { message_id: hidden })
    await helen.send('GET', `/api/attachments/${secret}`)
    expect(await recorded(helen)).toEqual([])
    await testServer.sql('delete from message_versions; delete from message_attachments')
  })

  it('is not on record for its readers, nor are group replies for anybody', async () => {
    await read(helen)
    await read(marcus)
    const own = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [moderator.id, marcus.id] })
    await read(moderator)
    expect(await recorded(helen)).toEqual([])
    expect(await recorded(moderator)).toEqual([{ private_reply: hidden }])
    expect([group, own]).not.toContain(hidden)
    await testServer.sql('delete from messages where id = $1', [own])
  })

  it('is on record when staff find it by its words', async () => {
    await testServer.sql('select index_messages(1000)')
    expect(JSON.stringify(await ruth.ask(FindThreads, { search: word }))).toContain(word)
    expect(await recorded(ruth)).toEqual([{ private_reply: hidden }])
  })

  it('is on record when it waits in the queue or was reported', async () => {
    const waits = { processed: false, approved: false }
    const waiting = await insertMessage(testServer, { thread: id, sender: marcus.id, readers, ...waits })
    await moderator.ask(GetModerationQueue, {})
    expect(await recorded(moderator)).toContainEqual({ private_reply: waiting })
    await testServer.sql('delete from messages where id = $1', [waiting])
    await helen.ask(ReportContent, {
      type: 'message',
      content_id: hidden,
      reason: 'conduct',
      additional_details: 'He insults me.',
    })
    await ruth.ask(GetReports, {})
    expect(await recorded(ruth)).toContainEqual({ private_reply: hidden })
  })
})

/** Types with words that may be private, and the fields by which the record knows them. */
const PRIVATE: Record<string, { words: string[]; needs: string[] }> = {
  Message: { words: ['subject', 'body', 'parsed_body', 'cleaned_body', 'excerpt'], needs: ['is_private', 'id'] },
  FoundThread: { words: ['excerpt'], needs: ['is_private', 'message_id'] },
  ModerationItem: { words: ['body'], needs: ['is_private', 'item_type', 'item_id'] },
  ModerationContext: { words: ['excerpt'], needs: ['id'] },
  FiledReport: { words: ['body', 'shown_messages'], needs: ['id', 'type', 'content_id'] },
}

/** Fields that answer group replies only: their relation is `public_replies`. */
const GROUP_ONLY = ['top_replies', 'top_reply_message']

it('is known by every operation that answers words which may be private', () => {
  const { schema } = testServer.application.engine.contract
  const folder = new URL('../../api/operations/', import.meta.url)
  const { definitions } = parse(
    readdirSync(folder)
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n'),
  )
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each] as const] : [])),
  )
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((each) =>
      each.kind === 'Field'
        ? [each]
        : fieldsOf(each.kind === 'InlineFragment' ? each.selectionSet : fragments.get(each.name.value)!.selectionSet),
    )
  const wrong: string[] = []
  let checked = 0
  const check = (set: SelectionSetNode, type: GraphQLObjectType, path: string) => {
    const fields = fieldsOf(set)
    const names = fields.map(({ name }) => name.value)
    const { words, needs } = PRIVATE[type.name] ?? { words: [], needs: [] }
    if (names.some((name) => words.includes(name))) {
      checked += 1
      if (!needs.every((name) => names.includes(name))) wrong.push(path)
    }
    for (const { name, selectionSet } of fields) {
      const next = selectionSet && getNamedType(type.getFields()[name.value]!.type)
      if (isObjectType(next) && !GROUP_ONLY.includes(name.value)) check(selectionSet!, next, `${path}.${name.value}`)
    }
  }
  for (const each of definitions)
    if (each.kind === 'OperationDefinition')
      check(each.selectionSet, schema.getRootType(each.operation)!, each.name!.value)
  expect(checked).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

describe('members of a network that notifies them', () => {
  /** Of the day before: what was read is dated back. */
  async function notifyOfToday() {
    await testServer.sql('alter table security_events disable trigger all')
    await testServer.sql(`update security_events set at = at - interval '1 day' where at > now() - interval '1 hour'`)
    await testServer.sql('alter table security_events enable trigger all')
    await notify()
  }
  async function notify() {
    await testServer.sql(`select graphile_worker.add_job('moderation:reading-notices')`)
    await testServer.runJobs()
  }
  const mails = async (address: string) =>
    (
      await testServer.sql<{ text: string }>(
        `select text from outgoing_mails where kind = 'staff-read' and "to" = $1`,
        [address],
      )
    ).map(({ text }) => text)

  it('get one email a day, without words of the discussion; the staff and other members get none', async () => {
    await read(moderator)
    await notifyOfToday()
    expect(await mails(demoMembers.member)).toEqual([])
    await testServer.sql('delete from reading_notices')
    await testServer.sql('update peer_networks set notifies_of_staff_reading = true where id = $1', [legal])
    await notify()
    await notify()
    for (const address of [demoMembers.member, demoMembers.peer]) {
      const [text, ...others] = await mails(address)
      expect(text).toContain(`/feed/${id}`)
      expect(text).not.toContain(word)
      expect(others).toEqual([])
    }
    expect(await mails(demoMembers.billing)).toEqual([])
  })
})
