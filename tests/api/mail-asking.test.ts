/** What an email asks its member before anything is posted: whether it says too much, and how to ask without a name. */
import { describe, expect, it } from 'vitest'
import { GetDrafts, GetSentMail, GetStaffHeldMails, PostHeldMail, SaveDraft } from '#api/operations.ts'
import { MAIL_DOMAIN, confirmAddress, handOver, keyAddress, receive, receivedMails } from '../harness/inbound.ts'
import { space, startInbound, unsigned, write } from './inbound-kit.ts'

const { testServer, sql, legal, helen, marcus, staff, quiet, messagesOf, answersTo, clearAnswers } =
  await startInbound()
const PHONE_NUMBER = '+1 617 555 0142'
const list = `legal@${MAIL_DOMAIN}`
const anonymousList = `anonymous-legal@${MAIL_DOMAIN}`
const sentOf = async (id: number) => (await helen.ask(GetSentMail, {})).sent_mails.find((mail) => mail.id === id)!
const heldOf = async (id: number) =>
  (await staff.ask(GetStaffHeldMails, {})).staff_held_mails.items.filter((mail) => mail.id === id)

describe('an email that may say too much', () => {
  const held = async (audience: 'group' | 'private' = 'group') => {
    await clearAnswers()
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, audience)
    const mail = await receive(testServer, await write({ to, text: `Call me: ${PHONE_NUMBER}.` }), { to })
    expect(mail).toMatchObject({ state: 'held', reason: 'sensitive' })
    const [answer] = await answersTo('member@legal.test')
    return { threadId: id, mailId: mail.id, answer: answer!, replyTo: answer!.headers['Reply-To']! }
  }
  const replied = async (to: string, text: string, options = {}) =>
    receive(testServer, await write({ to, text, ...options }), { to })

  it('is held, and its writer asked what they say of it ', async () => {
    const { threadId, mailId, answer } = await held()
    expect(await messagesOf(threadId)).toEqual([])
    expect(answer.text).toContain(`“${PHONE_NUMBER}” looks like a phone number.`)
    expect(answer.text).toContain('https://peers.test/profile/settings/mail')
    expect(await sentOf(mailId)).toMatchObject({ can_be_posted: true, state: 'held', reason: 'sensitive' })
    // What the member may still decide not to say is nothing for staff.
    expect(await heldOf(mailId)).toEqual([])
  })

  it('is posted once by the word SEND, to whom its address said', async () => {
    const { threadId, replyTo } = await held('private')
    for (const text of ['Send.', '*SEND*\n\nHelen\n'])
      expect(await replied(replyTo, text)).toMatchObject({ state: 'not_posted', posted_text: '' })
    expect(await messagesOf(threadId)).toMatchObject([{ is_private: true, body: `<p>Call me: ${PHONE_NUMBER}.</p>` }])
  })

  it('is posted by its writer on the web, changed', async () => {
    const { threadId, mailId } = await held()
    await helen.ask(PostHeldMail, { id: mailId, text: 'Call me.' })
    expect((await messagesOf(threadId)).map(({ body }) => body)).toEqual(['<p>Call me.</p>'])
  })

  it('is not posted by SEND once it was rejected', async () => {
    const { threadId, mailId, replyTo } = await held()
    await sql(`update inbound_mails set state = 'not_posted', reason = 'refused' where id = $1`, [mailId])
    expect(await replied(replyTo, 'SEND')).toMatchObject({ reason: 'not_confirmed' })
    expect(await messagesOf(threadId)).toEqual([])
  })

  it('waits if anything else is said, by anybody else, or the email is forged', async () => {
    const { threadId, mailId, replyTo } = await held()
    for (const text of ['Send it to Marcus instead.', 'Please don’t send.', 'Sender', 'No.\nSEND'])
      expect(await replied(replyTo, text)).toMatchObject({ reason: 'not_confirmed' })
    const peer = await write({ to: replyTo, text: 'SEND', from: 'peer@legal.test' })
    expect(await receive(testServer, peer, { to: replyTo })).toMatchObject({ reason: 'not_confirmed' })
    const forged = await unsigned({ to: replyTo, text: 'SEND' })
    expect(await receive(testServer, forged, { to: replyTo })).toMatchObject({ reason: 'not_confirmed' })
    const stolen = confirmAddress(space, { mailId, userId: marcus.id })
    const foreign = await write({ to: stolen, text: 'SEND', from: 'peer@legal.test' })
    expect(await receive(testServer, foreign, { to: stolen })).toMatchObject({
      reason: 'not_confirmed',
      user_id: marcus.id,
    })
    expect(await messagesOf(threadId)).toEqual([])
    expect(await sentOf(mailId)).toMatchObject({ state: 'held' })
  })

  it('is asked about in the topic of a new discussion, not in the topic of a reply, and not about the own address', async () => {
    const subject = `Who answers ${PHONE_NUMBER}`
    expect(await receive(testServer, await write({ to: list, subject }), { to: list })).toMatchObject({
      reason: 'sensitive',
    })
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const reply = await write({ to, subject: `Re: ${subject}`, text: 'Write to member@legal.test.' })
    expect(await receive(testServer, reply, { to })).toMatchObject({ state: 'posted' })
  })
})

describe('a question to the address for questions without a name', () => {
  const ask = async (options = {}, domain?: string) => {
    await clearAnswers()
    return receive(testServer, await write({ to: anonymousList, ...options }, domain), { to: anonymousList })
  }
  const draftsOf = async () => (await helen.ask(GetDrafts, {})).drafts.filter(({ key }) => key === 'new')
  const reset = () => sql('delete from drafts where user_id = $1', [helen.id])

  it('becomes a draft of its member, and nothing of it is stored elsewhere', async () => {
    await reset()
    const mail = await ask({
      subject: 'When a board leaks',
      text: 'Has anyone been through this?\n\n-- \nHelen Park\nGeneral Counsel, Ostrava Pharma',
      attachments: [{ filename: 'by-helen.txt', content: 'Helen was here.' }],
    })
    expect(mail).toMatchObject({ state: 'not_posted', reason: 'anonymous_draft', posted_text: '', cut_text: '' })
    expect(await draftsOf()).toMatchObject([
      {
        content: {
          topic: 'When a board leaks',
          html: '<p>Has anyone been through this?</p>',
          is_anonymous: true,
          peer_network_ids: [legal],
        },
      },
    ])
    const [stored] = await sql<{ row: string }>('select i::text as row from inbound_mails i where id = $1', [mail.id])
    for (const word of ['board leaks', 'been through', 'Ostrava', 'by-helen']) expect(stored!.row).not.toContain(word)
    const [answer] = await answersTo('member@legal.test')
    expect(answer!.text).toContain('https://peers.test/feed#start-a-discussion')
    for (const word of ['been through', 'board leaks', 'name', 'question']) expect(answer!.text).not.toContain(word)
    expect(await heldOf(mail.id)).toEqual([])
    expect(await sentOf(mail.id)).toMatchObject({
      reason: 'anonymous_draft',
      can_be_posted: false,
      whole_mail_url: null,
    })
  })

  it('replaces no draft that is there', async () => {
    await reset()
    await helen.ask(SaveDraft, { key: 'new', content: { topic: 'Mine', html: '', text: '', device: 'a phone' } })
    expect(await ask()).toMatchObject({ reason: 'draft_exists' })
    expect(await draftsOf()).toMatchObject([{ content: { topic: 'Mine' } }])
    await reset()
    await ask({ subject: 'The first' })
    expect(await ask({ subject: 'The second' })).toMatchObject({ reason: 'draft_exists' })
    expect(await draftsOf()).toMatchObject([{ content: { topic: 'The first' } }])
  })

  it('is nothing if nobody proves that its member wrote it, of strangers, and for networks of others', async () => {
    await reset()
    expect(await receive(testServer, await unsigned({ to: anonymousList }), { to: anonymousList })).toMatchObject({
      reason: 'not_verified',
      posted_text: '',
    })
    expect(await ask({ from: 'ann@elsewhere.test' }, 'elsewhere.test')).toMatchObject({ reason: 'unknown_sender' })
    const finance = `anonymous-finance@${MAIL_DOMAIN}`
    expect(await receive(testServer, await write({ to: finance }), { to: finance })).toMatchObject({
      reason: 'refused',
      posted_text: '',
    })
    const nowhere = `anonymous-nowhere@${MAIL_DOMAIN}`
    expect((await handOver(testServer, await write({ to: nowhere }), { to: nowhere })).status).toBe(422)
    expect(await draftsOf()).toEqual([])
  })

  it('is stored nowhere when it is taken for an automatic reply, either', async () => {
    await reset()
    const mail = await ask({
      subject: 'When a board leaks',
      text: 'Been through this?',
      headers: { Precedence: 'bulk' },
    })
    expect(mail).toMatchObject({ state: 'not_posted', reason: 'automatic' })
    const [stored] = await sql<{ row: string }>('select i::text as row from inbound_mails i where i.id = $1', [mail.id])
    for (const word of ['board leaks', 'Been through']) expect(stored!.row).not.toContain(word)
    expect(await sql('select raw from inbound_mails where id = $1', [mail.id])).toEqual([{ raw: null }])
    expect(await draftsOf()).toEqual([])
  })

  it('is not posted under a name by another copy of it', async () => {
    await reset()
    const { id, opening } = await quiet()
    const key = keyAddress(helen.id, opening, 'group')
    const threads = async () => (await sql('select count(*)::integer from threads'))[0]
    const before = await threads()
    for (const beside of [list, key]) {
      const raw = await write({ to: [anonymousList, beside] })
      await handOver(testServer, raw, { to: [beside, anonymousList] })
      await handOver(testServer, await write({ to: beside, cc: anonymousList }), { to: beside })
      await testServer.runJobs()
    }
    const decided = (await receivedMails(testServer)).slice(-6).filter(({ recipient }) => recipient !== anonymousList)
    expect(decided).toHaveLength(4)
    for (const mail of decided) expect(mail).toMatchObject({ reason: 'anonymous_beside', posted_text: '' })
    expect(await messagesOf(id)).toEqual([])
    expect(await threads()).toEqual(before)
  })
})

it('who wrote without a name and replies by email is told, and staff read nothing of it', async () => {
  await clearAnswers()
  const { id, opening } = await quiet()
  await sql('insert into anonymous_messages (message_id, thread_id, user_id, is_opening) values ($1, $2, $3, true)', [
    ...[opening, id, helen.id],
  ])
  const to = keyAddress(helen.id, opening, 'group')
  const mail = await receive(testServer, await write({ to }), { to })
  expect(mail).toMatchObject({ state: 'held', reason: 'anonymous', user_id: helen.id })
  expect(await heldOf(mail.id)).toEqual([])
  const [answer] = await answersTo('member@legal.test')
  expect(answer!.text).toContain('Reply on the web')
  for (const word of [`/feed/${id}`, 'heron', 'name']) expect(answer!.text).not.toContain(word)
})
