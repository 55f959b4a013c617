/** Discussions by email: who gets which post, once, when it may leave, and what the email says and carries. */
import { beforeEach, describe, expect, it } from 'vitest'
import { BlockMember, CreateThread, MuteThread, RemoveMessage, ReplyToThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { anonymousAuthor, findLeaks, publishWaiting, withoutDelay } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { approve, clearMail, listMails, runAllJobs, type SentMail } from '../harness/mail.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ PUBLIC_URL: 'https://peers.test', MAIL_DOMAIN: 'lists.peers.test' })
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const sql = testServer.sql

beforeEach(() => clearMail(testServer))

const TOPIC = 'Which clause holds'
const start = async (who: Client, more: object = {}) =>
  (
    await who.ask(CreateThread, {
      topic: TOPIC,
      body: '<p>Who has seen one?</p>',
      peer_network_ids: [legal],
      idempotency_key: newKey(),
      ...more,
    })
  ).createThread.id
const say = async (who: Client, thread_id: number, more: object = {}) =>
  (await who.ask(ReplyToThread, { thread_id, body: '<p>The heron sings.</p>', idempotency_key: newKey(), ...more }))
    .replyToThread.id
const sent = () => listMails(testServer)
const toOf = (mails: readonly SentMail[]) => mails.map(({ to }) => to).sort()
const legalMembers = async (without: readonly Client[]) =>
  (
    await sql<{ email: string }>(
      `select distinct u.email::text as email from users u join peer_network_memberships m on m.user_id = u.id
       join network_access a on a.from_network_id = m.peer_network_id and a.to_network_id = $1 and a.kind = 'discussion'
       where u.email_verified and not u.suspended and u.current_state in ('trial', 'full access') and u.id <> all($2)`,
      [legal, without.map(({ id }) => id)],
    )
  )
    .map(({ email }) => email)
    .sort()
/** Starts a thread whose opening nobody gets, so that only what follows is seen. */
const quietThread = async (who: Client, more: object = {}) => {
  const id = await start(who, more)
  await clearMail(testServer)
  return id
}

describe('who gets a post (MAIL-all, MAIL-default)', () => {
  it('every member who may read it and wants each, but not its author, and once', async () => {
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await runAllJobs(testServer)
    const expected = await legalMembers([helen])
    expect(expected.length).toBeGreaterThan(10)
    expect(toOf(await sent())).toEqual(expected)
    // Again: every job repeated.
    await sql(
      `select graphile_worker.add_job('mail:fan-out', json_build_object('message_id', message_id)) from mail_deliveries limit 1`,
    )
    await sql(
      `select graphile_worker.add_job('mail:deliver', json_build_object('message_id', message_id)) from mail_deliveries limit 1`,
    )
    await runAllJobs(testServer)
    expect(toOf(await sent())).toEqual(expected)
  })

  it.each(['daily_digest', 'none'])('nobody who chose %s in general', async (preference) => {
    await sql('update users set listserv_email_preference = $1 where id = $2', [preference, marcus.id])
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await runAllJobs(testServer)
    expect(toOf(await sent())).toEqual(await legalMembers([helen, marcus]))
  })

  it('those with "default" as the network says, and those with a choice for the network as they say', async () => {
    await sql(`update mail_lists set default_preference = 'none' where peer_network_id = $1`, [legal])
    await sql(`insert into mail_choices (user_id, peer_network_id, preference) values ($1, $2, 'all')`, [
      marcus.id,
      legal,
    ])
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await runAllJobs(testServer)
    expect(toOf(await sent())).toEqual([demoMembers.peer])
  })

  it('nobody who muted the discussion, blocked its author, or whose email is paused', async () => {
    const id = await quietThread(helen)
    await marcus.ask(MuteThread, { thread_id: id })
    await grace.ask(BlockMember, { user_id: helen.id })
    await sql(`insert into mail_members (user_id, paused_at) select id, now() from users where email = $1`, [
      demoMembers.trial,
    ])
    const reply = await say(helen, id)
    await approve(staff, { message_ids: [reply] })
    await runAllJobs(testServer)
    const mails = toOf(await sent())
    expect(mails.length).toBeGreaterThan(5)
    for (const email of [demoMembers.peer, demoMembers.billing, demoMembers.trial]) expect(mails).not.toContain(email)
    await sql('delete from member_blocks')
  })

  it('no member of another network, and nobody suspended or whose membership ended (MAIL-suspended)', async () => {
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await testServer.runJobs()
    await sql(`update users set suspended = true where id = $1`, [marcus.id])
    await runAllJobs(testServer)
    const mails = toOf(await sent())
    for (const email of [demoMembers.peer, demoMembers.suspended, demoMembers.expired, demoMembers.finance])
      expect(mails).not.toContain(email)
    await sql(`update users set suspended = false where id = $1`, [marcus.id])
    expect(samuel.id).toBeGreaterThan(0)
  })

  it('nobody who has not accepted the agreement yet, or whose trial or membership ended an hour ago', async () => {
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await testServer.runJobs()
    await sql(`update users set full_access_exp_date = now() - interval '1 hour' where id = $1`, [grace.id])
    await sql(`update users set trial_end_date = now() - interval '1 hour' where email = $1`, [demoMembers.trial])
    await runAllJobs(testServer)
    const mails = toOf(await sent())
    expect(mails).toContain(demoMembers.peer)
    for (const email of [demoMembers.joining, demoMembers.billing, demoMembers.trial])
      expect(mails).not.toContain(email)
    await sql(`update users set full_access_exp_date = now() + interval '1 year' where id = $1`, [grace.id])
    await sql(`update users set trial_end_date = now() + interval '9 days' where email = $1`, [demoMembers.trial])
  })
})

describe('when it leaves (MAIL-moderation)', () => {
  it('not before staff approve it, unless the network sends at once', async () => {
    const id = await start(helen)
    await runAllJobs(testServer)
    expect(await sent()).toEqual([])
    await sql('update mail_lists set waits_for_review = false')
    await say(helen, id)
    await runAllJobs(testServer)
    expect(toOf(await sent())).toEqual(await legalMembers([helen]))
  })

  it('not at all if it is removed in the meantime, even when emails are already due', async () => {
    const id = await quietThread(helen)
    const reply = await say(helen, id)
    await approve(staff, { message_ids: [reply] })
    await testServer.runJobs()
    await sql('update graphile_worker._private_jobs set run_at = now()')
    await helen.ask(RemoveMessage, { message_id: reply })
    await runAllJobs(testServer)
    expect(await sent()).toEqual([])
  })

  it('is asked again for each recipient when it leaves', async () => {
    const id = await quietThread(helen)
    const reply = await say(helen, id)
    await approve(staff, { message_ids: [reply] })
    await testServer.runJobs()
    const { rows } = { rows: await sql<{ id: number }>('select id from users where email = $1', [demoMembers.peer]) }
    await sql(`insert into mail_deliveries (user_id, message_id) values ($1, $2)`, [rows[0]!.id, reply])
    await marcus.ask(MuteThread, { thread_id: id })
    await runAllJobs(testServer)
    expect(toOf(await sent())).not.toContain(demoMembers.peer)
    expect(await sql('select state from mail_deliveries where user_id = $1', [marcus.id])).toEqual([
      { state: 'skipped' },
    ])
  })
})

describe('a private reply (MAIL-private)', () => {
  it('leaves for its readers only, with a private address and no address of the group', async () => {
    const id = await quietThread(helen)
    const reply = await say(marcus, id, { isPrivate: true })
    await approve(staff, { message_ids: [reply] })
    await runAllJobs(testServer)
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail!.to).toBe(demoMembers.member)
    expect(mail!.text).toContain('The heron sings.')
    expect(mail!.text).toContain('Private: to you only')
    const addresses = JSON.stringify(mail).match(/[\w.-]+@lists\.peers\.test/g)!
    const kinds = addresses.map((address) => address.split('-', 1)[0]!.split('.', 1)[0])
    expect(kinds).toContain('private')
    expect(kinds).not.toContain('reply')
    expect(mail!.headers['Reply-To']).toMatch(/^private-/)
  })

  it('does not leave for a reader who can no longer read the discussion', async () => {
    const id = await quietThread(helen)
    const answered = await say(marcus, id)
    const reply = await say(grace, id, { isPrivate: true, message_replied_id: answered })
    await approve(staff, { message_ids: [reply] })
    const own = await sql<{ peer_network_id: number; is_primary: boolean }>(
      'delete from peer_network_memberships where user_id = $1 returning peer_network_id, is_primary',
      [marcus.id],
    )
    await runAllJobs(testServer)
    expect(toOf(await sent())).toEqual([demoMembers.member])
    for (const row of own)
      await sql('insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, $3)', [
        marcus.id,
        row.peer_network_id,
        row.is_primary,
      ])
  })

  it('is quoted in no email to others', async () => {
    const id = await quietThread(helen)
    const hidden = await say(marcus, id, { isPrivate: true, body: '<p>Zanzibar.</p>' })
    await helen.ask(ReplyToThread, {
      thread_id: id,
      message_replied_id: hidden,
      isPrivate: true,
      body: '<p>Thanks.</p>',
      idempotency_key: newKey(),
    })
    await sql('update mail_lists set waits_for_review = false')
    await say(grace, id)
    await runAllJobs(testServer)
    const mails = await sent()
    expect(mails.length).toBeGreaterThan(5)
    for (const mail of mails.filter(({ to }) => to !== demoMembers.member))
      expect(JSON.stringify(mail)).not.toContain('Zanzibar')
  })
})

describe('what the email says', () => {
  it('carries the headers of a list and of a thread (MAIL-list-headers, MAIL-thread-origin, RULE-thread-mailing-list-origin)', async () => {
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    const reply = await say(marcus, id)
    await approve(staff, { message_ids: [reply] })
    await runAllJobs(testServer)
    const mails = (await sent()).filter(({ to }) => to === demoMembers.billing)
    const [opening, answer] = [
      mails.find(({ subject }) => subject === TOPIC)!,
      mails.find(({ subject }) => subject === `Re: ${TOPIC}`)!,
    ]
    expect(answer.headers).toMatchObject({
      'List-Id': 'Legal Network <legal.lists.peers.test>',
      'List-Post': '<mailto:legal@lists.peers.test>',
      'List-Archive': `<https://peers.test/feed/${id}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
      References: `<${opening.message_id}>`,
      'In-Reply-To': `<${opening.message_id}>`,
    })
    expect(answer.headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/peers\.test\/unsubscribe\/list\/network-[a-z2-7]+>$/,
    )
    expect(answer).toMatchObject({
      sender_name: 'Marcus Oyelaran via Legal Network',
      sender_address: 'legal@lists.peers.test',
    })
    // Each delivery has its own return path, so that a bounce tells whose it is.
    const paths = (await sent()).map(({ return_path }) => return_path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(answer.return_path).toMatch(/^bounce-[a-z2-7]+@lists\.peers\.test$/)
    // One Message-ID for everybody, so that a discussion is one thread in a shared mailbox too.
    const ids = (await sent()).filter(({ subject }) => subject === TOPIC).map(({ message_id }) => message_id)
    expect(new Set(ids).size).toBe(1)
    expect(answer.headers['Reply-To']).toMatch(/^reply-[a-z2-7]+@lists\.peers\.test$/)
    expect(answer.html).toContain('Who has seen one?')
    expect(answer.html).not.toMatch(/<img|http-equiv|<script/)
  })

  it('says without words that there is something new, if the member or the network wants that', async () => {
    await sql('insert into mail_members (user_id, without_words) values ($1, true)', [grace.id])
    const id = await start(helen)
    await approve(staff, { thread_ids: [id] })
    await runAllJobs(testServer)
    const mails = await sent()
    const [quiet] = mails.filter(({ to }) => to === demoMembers.billing)
    expect(quiet).toMatchObject({ subject: 'New in Legal Network', sender_name: 'Legal Network' })
    for (const word of [TOPIC, 'Who has seen', 'Helen']) expect(`${quiet!.text}${quiet!.html}`).not.toContain(word)
    expect(mails.find(({ to }) => to === demoMembers.peer)!.subject).toBe(TOPIC)
  })

  it('replaces the email about the notification', async () => {
    const id = await start(helen)
    await runAllJobs(testServer)
    await sql('update mail_lists set waits_for_review = false')
    await say(marcus, id)
    await testServer.runJobs()
    await runAllJobs(testServer)
    expect((await sent()).map(({ to }) => to)).toContain(demoMembers.member)
    expect(await sql('select from notification_facts where mail_due and user_id = $1', [helen.id])).toEqual([])
  })

  it('never tells who asked anonymously', async () => {
    await withoutDelay(testServer)
    const author = await anonymousAuthor(testServer, legal)
    await sql('update users set email_verified = true where id = $1', [author.id])
    const id = await start(author, { is_anonymous: true })
    await publishWaiting(testServer)
    await sql('update mail_lists set waits_for_review = false')
    await say(marcus, id)
    await approve(staff, { thread_ids: [id] })
    await runAllJobs(testServer)
    const mails = await sent()
    expect(mails.length).toBeGreaterThan(60)
    const own = mails.filter(({ to }) => to === 'quillon@vexley.test')
    for (const mail of mails.filter(({ to }) => to !== 'quillon@vexley.test'))
      expect(findLeaks(JSON.stringify(mail))).toEqual([])
    // To the author, the answer says that a reply by email waits for them.
    expect(own.map(({ subject }) => subject)).toEqual([`Re: ${TOPIC}`])
    expect(own[0]!.text).toContain('You asked this anonymously. Reply on the web, where you stay anonymous')
    expect(own[0]!.text).not.toMatch(/\b(reply|private)-[a-z2-7]{20}/)
    expect(mails.find(({ subject }) => subject === TOPIC)).toMatchObject({
      sender_name: 'Anonymous member via Legal Network',
    })
  })
})
