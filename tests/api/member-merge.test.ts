/** Two accounts of the same person become one. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  AlterBookmarks,
  BlockMember,
  GetStaffActs,
  GetStaffMember,
  InboxGroupMessages,
  LikeEntity,
  MergeMembers,
  ReplyToThread,
  thread,
} from '#api/operations.ts'
import { archives, importArchive } from '#server/features/mail/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import { keyAddress, receive } from '../harness/inbound.ts'
import { newConversation, sendTo } from '../harness/inbox.ts'
import { counterErrors, insertMessage, insertThread } from '../harness/threads.ts'
import { mailTo } from '../harness/visitors.ts'
import { startInbound, write } from './inbound-kit.ts'

const { testServer, sql, legal, finance, helen, marcus, grace, staff } = await startInbound()
/** The second account of Helen, in another network. */
const [second, newcomer] = await testServer.members(demoMembers.finance, demoMembers.newcomer)
await sql('insert into peer_network_memberships (user_id, peer_network_id) values ($1, $2)', [second.id, legal])

const refusal = async (args: { id: number; other_id: number }, by = staff) => {
  const { code, field } = await by.op(MergeMembers, args)
  return { code, field }
}
const own = await insertThread(testServer, { author: second.id, networks: [finance], topic: 'Hedging the dollar' })
const shared = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Which clause' })
const toSecond = await insertMessage(testServer, {
  thread: shared.id,
  sender: marcus.id,
  readers: [marcus.id, second.id],
  body: 'For the second account only.',
})
const liked = await insertMessage(testServer, { thread: shared.id, sender: grace.id, body: 'Liked by both.' })
for (const member of [helen, second])
  await member.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: liked, sentiment: true }] } as never)
await second.ask(AlterBookmarks, { bookmarks: [own.id, shared.id].map((id) => ({ kind: 'THREAD', id })) } as never)
await helen.ask(AlterBookmarks, { bookmarks: [{ kind: 'THREAD', id: shared.id }] } as never)
await grace.ask(BlockMember, { user_id: second.id } as never)
const { replyToThread: mention } = await marcus.ask(ReplyToThread, {
  thread_id: shared.id,
  body: `<p>What says <span data-mention-id="${second.id}">@x</span>?</p>`,
  mentions: [second.id],
})
const talk = await newConversation(second, marcus, 'Between us.')

describe('a merge is refused', () => {
  it('with itself, with an account that does not exist, and of an account with a role', async () => {
    expect(await refusal({ id: helen.id, other_id: helen.id })).toEqual({
      code: 'staff_members.merge',
      field: 'other_id',
    })
    expect(await refusal({ id: helen.id, other_id: 999_999 })).toEqual({ code: 'staff.not_found', field: 'id' })
    expect(await refusal({ id: helen.id, other_id: staff.id })).toEqual({
      code: 'staff_members.merge',
      field: 'other_id',
    })
  })

  it('of a suspended account, in either direction', async () => {
    await sql('update users set suspended = true where id = $1', [second.id])
    expect(await refusal({ id: helen.id, other_id: second.id })).toEqual({
      code: 'staff_members.merge',
      field: 'other_id',
    })
    expect(await refusal({ id: second.id, other_id: helen.id })).toEqual({ code: 'staff_members.merge', field: 'id' })
    await sql('update users set suspended = false where id = $1', [second.id])
  })

  it('into an account that nobody can sign in to; the other way it is not', async () => {
    const [{ id }] = (await sql(
      `insert into users (first_name, email, current_state) values ('Archived', 'archived@elsewhere.test', 'not joined') returning id`,
    )) as [{ id: number }]
    expect(await refusal({ id, other_id: second.id })).toEqual({ code: 'staff_members.merge', field: 'id' })
    const { id: thread_id } = await insertThread(testServer, {
      author: id,
      networks: [legal],
      topic: 'From an archive',
    })
    await staff.ask(MergeMembers, { id: marcus.id, other_id: id })
    expect((await marcus.ask(thread, { id: thread_id })).thread!.author.id).toBe(marcus.id)
  })

  it('of an imported author is followed by the next archive', async () => {
    const archive = async (day: number) => {
      const mail = [
        `From ann@firm.test Mon Jan  ${day} 10:00:00 2024`,
        'From: Ann Lee <ann@firm.test>',
        'To: legal@lists.elsewhere.test',
        `Subject: Question of day ${day}`,
        `Message-ID: <day${day}@firm.test>`,
        `Date: Mon, ${day} Jan 2024 10:00:00 +0000`,
        '',
        `Who has negotiated clause ${day}?`,
        '',
        '',
      ].join('\n')
      const bytes = (async function* () {
        yield Buffer.from(mail)
      })()
      const blobs = localBlobs(path.join(testServer.config.dataDir, 'files'))
      await importArchive(testServer.database.write, blobs, archives.read(bytes), {
        network: 'legal',
        onOutcome: () => {},
      })
      const [row] = await sql<{ author_id: number }>('select author_id from threads where topic = $1', [
        `Question of day ${day}`,
      ])
      return row!.author_id
    }
    const author = await archive(1)
    const { mergeMembers } = await staff.ask(MergeMembers, { id: grace.id, other_id: author })
    expect(mergeMembers.secondary_email).toBeNull()
    expect(await archive(8)).toBe(grace.id)
    expect(await sql(`select from users where email = 'ann.at.firm.test@imported.invalid'`)).toEqual([])
  })

  it('while the other account pays, is about to pay or is about to be deleted, and nothing has moved', async () => {
    expect(await refusal({ id: helen.id, other_id: second.id })).toEqual({ code: 'accounts.merge', field: 'other_id' })
    await sql(
      `update subscriptions set state = 'expired' where team_id in (select team_id from team_memberships where user_id = $1)`,
      [second.id],
    )
    await sql(
      `insert into checkouts (team_id, user_id, provider, amount, expires_at)
       select team_id, user_id, 'test', 100, now() + interval '1 hour' from team_memberships where user_id = $1`,
      [second.id],
    )
    expect(await refusal({ id: helen.id, other_id: second.id })).toEqual({ code: 'accounts.merge', field: 'other_id' })
    await sql('delete from checkouts where user_id = $1', [second.id])
    await sql(`insert into deletion_requests (user_id, due_at) values ($1, now() + interval '1 day')`, [second.id])
    expect(await refusal({ id: helen.id, other_id: second.id })).toEqual({ code: 'accounts.merge', field: 'other_id' })
    await sql('delete from deletion_requests where user_id = $1', [second.id])
    expect((await second.ask(thread, { id: own.id })).thread!.author.id).toBe(second.id)
  })

  it('to members, and to staff of one network where the other account is in two', async () => {
    expect(await refusal({ id: helen.id, other_id: second.id }, newcomer)).toMatchObject({ code: 'staff.not_found' })
    const leader = await testServer.member(demoMembers.trial)
    await sql(`insert into staff_grants (user_id, role, network_id) values ($1, 'membership', $2)`, [leader.id, legal])
    const { code } = await leader.op(MergeMembers, { id: helen.id, other_id: second.id })
    expect(code).toBe('staff.not_found')
    await sql('update staff_grants set ended_at = now() where user_id = $1', [leader.id])
  })
})

describe('after a merge', () => {
  it('the account has the networks and the address of the other', async () => {
    expect((await helen.ask(thread, { id: own.id })).thread).toBeNull()
    const { mergeMembers } = await staff.ask(MergeMembers, { id: helen.id, other_id: second.id })
    expect(mergeMembers).toMatchObject({ id: helen.id, secondary_email: demoMembers.finance })
    expect(mergeMembers.networks.map(({ id }) => id).toSorted()).toEqual([legal, finance].toSorted())
    expect(mergeMembers.primary_network!.id).toBe(legal)
  })

  it('what the other wrote is theirs, in the feed too', async () => {
    const { thread: found } = await helen.ask(thread, { id: own.id })
    expect(found!.author.id).toBe(helen.id)
    expect(found!.messages[0]).toMatchObject({ sender_id: helen.id })
    expect(await counterErrors(testServer)).toBe(0)
    expect(await sql('select drifted_likes()')).toEqual([])
  })

  it('private replies to the other are read by them, and still by nobody else', async () => {
    const idsFor = async (member: typeof helen) =>
      (await member.ask(thread, { id: shared.id })).thread!.messages.map(({ id }) => id)
    expect(await idsFor(helen)).toContain(toSecond)
    expect(await idsFor(marcus)).toContain(toSecond)
    expect(await idsFor(newcomer)).not.toContain(toSecond)
  })

  it('a person counts once', async () => {
    const messages = (await marcus.ask(thread, { id: shared.id })).thread!.messages
    expect(messages.find(({ id }) => id === liked)).toMatchObject({ num_of_likes: 1 })
    expect(
      await sql(
        `select item_id from bookmarks where user_id = $1 and kind = 'THREAD' and item_id = any($2) order by 1`,
        [helen.id, [shared.id, own.id]],
      ),
    ).toEqual([shared.id, own.id].toSorted((a, b) => a - b).map((item_id) => ({ item_id })))
  })

  it('a mention leads to them, and a block holds', async () => {
    const messages = (await marcus.ask(thread, { id: shared.id })).thread!.messages
    expect(messages.find(({ id }) => id === mention.id)!.parsed_body).toContain(`data-mention-id="${helen.id}"`)
    expect(await sql('select user_id, blocked_user_id from member_blocks')).toEqual([
      { user_id: grace.id, blocked_user_id: helen.id },
    ])
  })

  it('the conversation goes on', async () => {
    await sendTo(helen, talk, 'It is me.')
    const { inbox_group_messages } = await marcus.ask(InboxGroupMessages, { group_id: talk })
    expect(new Set(inbox_group_messages.map(({ sender }) => sender!.id))).toEqual(new Set([helen.id]))
    expect(await newConversation(marcus, helen)).toBe(talk)
  })

  it('a reply by email to what was sent to the other is posted as theirs', async () => {
    const to = keyAddress(second.id, shared.opening, 'group')
    const mail = await receive(testServer, await write({ from: demoMembers.finance, to }, 'finance.test'), { to })
    expect(mail).toMatchObject({ state: 'posted', user_id: helen.id })
  })

  it('the other can no longer sign in, and only its number is left', async () => {
    expect((await second.op(thread, { id: own.id })).status).toBe(401)
    const { staff_member } = await staff.ask(GetStaffMember, { id: second.id })
    expect(staff_member).toMatchObject({ account_state: 'former', merged_into: { id: helen.id }, networks: [] })
    expect(await refusal({ id: helen.id, other_id: second.id })).toEqual({
      code: 'staff_members.merge',
      field: 'other_id',
    })
    expect(await refusal({ id: second.id, other_id: helen.id })).toEqual({ code: 'staff_members.merge', field: 'id' })
  })

  it('both addresses are told, and it is on record without a name', async () => {
    for (const address of [demoMembers.member, demoMembers.finance])
      expect(await mailTo(testServer, address)).toMatchObject({ kind: 'merged' })
    const acts = (await staff.ask(GetStaffActs, { limit: 2 })).staff_acts.items
    expect(acts.map(({ act, item_id }) => [act, item_id]).toSorted()).toEqual([
      ['member.merged', helen.id],
      ['member.merged_into', second.id],
    ])
    expect(JSON.stringify(acts)).not.toContain('finance.test')
  })
})
