/** What waits for staff, in one list: each sees what they may decide about, and whose it is. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  AppealRejection,
  AssignWork,
  GetWork,
  ModerateItems,
  ReportContent,
  RequestApproval,
  RequestPeerDocument,
} from '#api/operations.ts'
import { WORK_KINDS, type WorkKind } from '#shared/work.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [author, reader, ruth] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const owner = await newStaff(testServer, { role: 'owner' })
const moderator = await newStaff(testServer, { role: 'moderator' })
const content = await newStaff(testServer, { role: 'content' })
const workOf = async (client: Client, variables: object = {}) => (await client.ask(GetWork, variables)).work
const waiting = {} as Record<WorkKind, number>

/** One of each kind. */
beforeAll(async () => {
  const topic = `Waits ${newKey()}`
  const queued = await insertThread(testServer, {
    author: reader.id,
    networks: [legal],
    topic,
    processed: false,
    approved: false,
  })
  const { id } = await insertThread(testServer, { author: reader.id, networks: [legal], topic: `Open ${newKey()}` })
  const reply = { thread: id, sender: author.id, processed: false, approved: false }
  const [held, rejected] = [await insertMessage(testServer, reply), await insertMessage(testServer, reply)]
  await ruth.ask(ModerateItems, {
    act: 'reject',
    message_ids: [rejected],
    reason: 'It names a company.',
    idempotency_key: newKey(),
  })
  await author.ask(AppealRejection, { message_id: rejected, text: 'It does not.' })
  await author.ask(ReportContent, { type: 'thread', content_id: id, reason: 'conduct', additional_details: 'Rude.' })
  await author.ask(RequestPeerDocument, { request: 'A policy for AI.', document_title: 'AI policy' })
  const { requestApproval } = await owner.ask(RequestApproval, {
    operation: 'EraseMember',
    variables: { id: reader.id },
    reason: 'Asked by letter.',
  })
  const [mail] = await testServer.sql<{ id: number }>(
    `insert into inbound_mails (digest, via, recipient, sender, subject, state, reason, audience, user_id)
     values ('work', 'http', 'legal@counterpart.test', 'x@members.test', 'Held', 'held', 'unverified', 'group', $1) returning id`,
    [author.id],
  )
  const newest = async (table: string) =>
    (await testServer.sql<{ id: number }>(`select max(id) as id from ${table}`))[0]!.id
  Object.assign(waiting, {
    discussion: queued.id,
    reply: held,
    report: await newest('reports'),
    appeal: await newest('appeals'),
    approval: requestApproval.id,
    held_mail: mail!.id,
    document: (
      await testServer.sql<{ id: number }>(`select id from peer_documents where state = 'pending' limit 1`)
    )[0]!.id,
    document_request: await newest('document_requests'),
  })
})

describe('what is waiting', () => {
  it('lists one of each kind for an owner, the longest waiting first, with who asked', async () => {
    const work = (await workOf(ruth, { limit: 50 }))!
    for (const [kind, id] of Object.entries(waiting)) {
      const { items, count } = (await workOf(ruth, { kind, item_id: id }))!
      expect([kind, count, items[0]?.item_id]).toEqual([kind, 1, id])
    }
    const times = work.items.map(({ since }) => Date.parse(since))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(work.counts.map(({ kind }) => kind).sort()).toEqual(Object.keys(WORK_KINDS).sort())
    expect(work.counts.reduce((sum, { count }) => sum + count, 0)).toBe(work.count)
    const { items } = (await workOf(ruth, { kind: 'approval' }))!
    expect(items[0]).toMatchObject({ title: 'EraseMember', author: { id: owner.id } })
  })

  it('shows each role what it may decide about, an approval not to who asked, and members nothing', async () => {
    const kindsOf = async (client: Client) => (await workOf(client))!.counts.map(({ kind }) => kind).sort()
    expect(await kindsOf(moderator)).toEqual(['appeal', 'discussion', 'reply', 'report'])
    expect(await kindsOf(content)).toEqual(['document', 'document_request'])
    expect(await kindsOf(owner)).not.toContain('approval')
    const elsewhere = await newStaff(testServer, { role: 'moderator', network: finance })
    expect((await workOf(elsewhere, { kind: 'appeal' }))!.count).toBe(0)
    expect(await workOf(author)).toBeNull()
  })

  it('loses what was decided', async () => {
    await moderator.ask(ModerateItems, { act: 'approve', thread_ids: [waiting.discussion], idempotency_key: newKey() })
    expect((await workOf(moderator, { kind: 'discussion', item_id: waiting.discussion }))!.count).toBe(0)
  })
})

describe('whose it is', () => {
  it('is taken, given to a colleague and released', async () => {
    const item = { kind: 'report' as const, item_id: waiting.report }
    const { assignWork } = await moderator.ask(AssignWork, { ...item, user_id: moderator.id })
    expect(assignWork.assignee?.id).toBe(moderator.id)
    expect((await workOf(moderator, { own: true }))!).toMatchObject({ count: 1, num_of_own: 1 })
    await moderator.ask(AssignWork, { ...item, user_id: ruth.id })
    expect((await workOf(moderator, { own: true }))!.count).toBe(0)
    expect((await workOf(ruth, item))!.items[0]!.assignee?.id).toBe(ruth.id)
    await ruth.ask(AssignWork, item)
    expect((await workOf(ruth, item))!.items[0]!.assignee).toBeNull()
  })

  it('is refused for what the viewer does not see, and for whoever could not decide about it', async () => {
    const elsewhere = await newStaff(testServer, { role: 'moderator', network: finance })
    const asked = async (client: Client, kind: WorkKind, user_id: number | null = client.id) =>
      (await client.op(AssignWork, { kind, item_id: waiting[kind], user_id })).code
    expect([
      await asked(author, 'report'),
      await asked(content, 'report'),
      await asked(elsewhere, 'report'),
      await asked(owner, 'approval'),
      await asked(moderator, 'report', content.id),
      await asked(moderator, 'report', author.id),
    ]).toEqual([
      'staff.not_found',
      'staff.not_found',
      'staff.not_found',
      'staff.not_found',
      'work.colleague',
      'work.colleague',
    ])
  })
})
