/** Two accounts of the same person become one. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  AlterBookmarks,
  BlockMember,
  CreatePoll,
  GetStaffActs,
  GetStaffMember,
  InboxGroupMessages,
  LikeEntity,
  MergeMembers,
  ReplyToThread,
  SendMessage,
  thread,
  VotePoll,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { archives, importArchive } from '#server/features/mail/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import { keyAddress, receive } from '../harness/inbound.ts'
import { newConversation, sendText, sendTo } from '../harness/inbox.ts'
import { newStaff } from '../harness/staff.ts'
import { counterErrors, insertMessage, insertThread } from '../harness/threads.ts'
import { mailTo } from '../harness/visitors.ts'
import { startInbound, unsigned, write } from './inbound-kit.ts'

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
    const owner = await newStaff(testServer, { role: 'owner' })
    expect(await refusal({ id: helen.id, other_id: owner.id })).toEqual({
      code: 'staff_members.merge',
      field: 'other_id',
    })
    await sql('update staff_grants set ended_at = now() where user_id = $1', [owner.id])
  })

  it('of the own account, which would read what is private to the other', async () => {
    expect(await refusal({ id: staff.id, other_id: second.id })).toEqual({ code: 'staff_members.merge', field: 'id' })
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

describe('two accounts with the same things', async () => {
  const made = await sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state, on_boarding_complete)
     select 'Ada', 'Quist', 'ada' || n || '@firm.test', 'full access', true from generate_series(1, 3) n returning id`,
  )
  await sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) select u, $1, true from unnest($2::bigint[]) u',
    [legal, made.map(({ id }) => id)],
  )
  const [stays, goes, last] = await Promise.all(made.map(({ id }) => testServer.memberById(id)))
  const question = await insertThread(testServer, { author: grace.id, networks: [legal], topic: 'Escrow agents' })
  const both = [stays!, goes!]

  await sql('insert into user_follows (user_id, followed_user_id) values ($1, $2), ($2, $1)', [stays!.id, goes!.id])
  const talks = [await newConversation(stays!, marcus, 'One.'), await newConversation(goes!, marcus, 'Two.')]
  await marcus.ask(SendMessage, {
    ...sendText(talks[1]!),
    msg_body: `<p><span data-mention-id="${goes!.id}">@Ada</span></p>`,
    mentions: [goes!.id],
  })
  for (const { id } of both)
    await sql(
      `with c as (insert into bookmark_collections (user_id, title, alteration) values ($1, 'Deals', 1) returning id)
       insert into bookmarks (user_id, kind, item_id, collection_id) select $1, 'THREAD', $2, id from c`,
      [id, id === stays!.id ? shared.id : question.id],
    )
  const { createPoll } = await marcus.ask(CreatePoll, { title: 'Escrow?', options: ['Yes', 'No'], topic: 'Escrow' })
  const poll = createPoll
  for (const member of both) await member.ask(VotePoll, { poll_id: poll.id, option_id: poll.options[0]!.id })
  const held = await insertMessage(testServer, {
    thread: question.id,
    sender: ANONYMOUS_USER_ID,
    body: 'Held without a name.',
    processed: true,
    approved: false,
  })
  await sql('insert into anonymous_messages (message_id, thread_id, user_id, is_opening) values ($1, $2, $3, false)', [
    held,
    question.id,
    goes!.id,
  ])
  const readersOf = (id: number) => sql('select reader_ids from restricted_messages where message_id = $1', [id])

  it('are merged without a trace of a second person', async () => {
    expect(await readersOf(held)).toEqual([{ reader_ids: [goes!.id] }])
    await staff.ask(MergeMembers, { id: stays!.id, other_id: goes!.id })
    expect(await sql('select from user_follows where $1 in (user_id, followed_user_id)', [stays!.id])).toEqual([])
    const [count] = await sql('select num_of_votes from polls where id = $1', [poll.id])
    expect(count).toEqual({ num_of_votes: 1 })
    const saved = await sql(
      `select c.title, count(b)::integer as items from bookmark_collections c left join bookmarks b on b.collection_id = c.id
       where c.user_id = $1 group by c.id`,
      [stays!.id],
    )
    expect(saved).toEqual([{ title: 'Deals', items: 2 }])
  })

  it('keep both conversations with the same member, and what was said of them there', async () => {
    for (const group_id of talks) await sendTo(stays!, group_id, 'Still here.')
    const { inbox_group_messages } = await marcus.ask(InboxGroupMessages, { group_id: talks[1]! })
    expect(inbox_group_messages.map(({ msg_body }) => msg_body).join('')).toContain(`data-mention-id="${stays!.id}"`)
  })

  it('find their held post without a name, by the author alone', async () => {
    expect(await readersOf(held)).toEqual([{ reader_ids: [stays!.id] }])
  })

  it('are followed when the account that stayed is merged, too', async () => {
    await staff.ask(MergeMembers, { id: last!.id, other_id: stays!.id })
    await sql(`update users set secondary_email = 'ada2@firm.test' where id = $1`, [last!.id])
    const to = keyAddress(goes!.id, shared.opening, 'group')
    const mail = await receive(testServer, await unsigned({ from: 'ada2@firm.test', to }), { to })
    expect(mail).toMatchObject({ state: 'posted', user_id: last!.id })
  })
})
