/** What members do with emails that they sent: post a held one, add what was cut, and open the whole email. */
import { describe, expect, it } from 'vitest'
import { AddCutLines, GetSentMail, PostHeldMail, thread } from '#api/operations.ts'
import { MAIL_DOMAIN, keyAddress, publishDomain, receive } from '../harness/inbound.ts'
import { QUOTED, unsigned, write, startInbound } from './inbound-kit.ts'

const { dns, testServer, sql, helen, marcus, grace, staff, quiet, messagesOf } = await startInbound()
const list = `legal@${MAIL_DOMAIN}`
const sentOf = async (id: number) => (await helen.ask(GetSentMail, {})).sent_mails.find((mail) => mail.id === id)!
/** Held because its domain asks to refuse what is not signed. */
const heldReply = async (audience: 'group' | 'private', options = {}) => {
  const { id, opening } = await quiet()
  const to = keyAddress(helen.id, opening, audience)
  const mail = await receive(testServer, await unsigned({ to, ...options }), { to })
  expect(mail).toMatchObject({ state: 'held', reason: 'unverified' })
  return { threadId: id, mailId: mail.id }
}

describe('PostHeldMail', () => {
  it('posts with the words that the member saw, once, and to the group as the address says (MAIL-receipts)', async () => {
    const { threadId, mailId } = await heldReply('group')
    expect(await sentOf(mailId)).toMatchObject({ can_be_posted: true, posted_text: 'The heron sings.' })
    const asked = { id: mailId, text: 'The heron sings.\n\nAnd <b>dances</b>.' }
    const answers = await Promise.all([helen.op(PostHeldMail, asked), helen.op(PostHeldMail, asked)])
    expect(answers.some(({ data }) => data?.postHeldMail.state === 'posted')).toBe(true)
    expect((await helen.ask(PostHeldMail, asked)).postHeldMail).toMatchObject({ state: 'posted', can_be_posted: false })
    expect(await messagesOf(threadId)).toMatchObject([
      {
        body: '<p>The heron sings.</p><p>And &lt;b&gt;dances&lt;/b&gt;.</p>',
        is_private: false,
        source: 'other',
        visible: false,
      },
    ])
  })

  it('keeps a private reply private, whatever is written (MAIL-reply-private)', async () => {
    const { threadId, mailId } = await heldReply('private')
    await helen.ask(PostHeldMail, { id: mailId, text: 'For you only.' })
    expect(await messagesOf(threadId)).toMatchObject([
      { is_private: true, private_reader_ids: [marcus.id, helen.id].sort() },
    ])
    expect((await grace.ask(thread, { id: threadId })).thread!.messages).toHaveLength(1)
  })

  it('starts a discussion in the network of the list', async () => {
    const mail = await receive(testServer, await unsigned({ to: list, subject: 'Herons in leases' }), { to: list })
    const { postHeldMail } = await helen.ask(PostHeldMail, { id: mail.id, text: 'Who has one?' })
    expect(await sql('select topic from threads where id = $1', [postHeldMail.thread_id!])).toEqual([
      { topic: 'Herons in leases' },
    ])
  })

  it('posts what had no words of its own, and what had a file that can’t be posted', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const empty = await receive(testServer, await write({ to, text: QUOTED }), { to })
    expect(empty).toMatchObject({ state: 'held', reason: 'empty' })
    expect((await helen.op(PostHeldMail, { id: empty.id, text: '  ' })).code).toBe('mail.empty')
    await helen.ask(PostHeldMail, { id: empty.id, text: 'Now with words.' })
    const attachments = [{ filename: 'run.exe', content: Buffer.from('MZ') }]
    const withFile = await receive(testServer, await write({ to, attachments }), { to })
    expect(withFile).toMatchObject({ state: 'held', reason: 'file' })
    const kept = await helen.op(PostHeldMail, { id: withFile.id, text: 'With it.' })
    expect(kept).toMatchObject({ code: 'mail.refused', field: 'without_files' })
    await helen.ask(PostHeldMail, { id: withFile.id, text: 'Without it.', without_files: true })
    expect((await messagesOf(id)).map(({ body }) => body)).toEqual(['<p>Now with words.</p>', '<p>Without it.</p>'])
  })

  it('refuses others’ emails, what another sender wrote, anonymous askers, and whom the discussion no longer admits', async () => {
    const { mailId } = await heldReply('group')
    for (const other of [marcus, staff])
      expect((await other.op(PostHeldMail, { id: mailId, text: 'Mine now.' })).code).toBe('mail.not_found')
    publishDomain(dns, 'stranger.test')
    const { opening, id } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const foreign = await receive(testServer, await write({ from: 'x@stranger.test', to }, 'stranger.test'), { to })
    expect((await helen.op(PostHeldMail, { id: foreign.id, text: 'Posted anyway.' })).code).toBe('mail.cannot_post')
    expect(await messagesOf(id)).toEqual([])
    const { threadId, mailId: late } = await heldReply('group')
    await sql('update threads set removed_at = now() where id = $1', [threadId])
    const refused = await helen.op(PostHeldMail, { id: late, text: 'Too late.' })
    expect(refused.code).toBe('mail.refused')
    expect(await sentOf(late)).toMatchObject({ state: 'held' })
  })
})

describe('AddCutLines', () => {
  const posted = async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const mail = await receive(testServer, await write({ to, text: `The heron sings.${QUOTED}` }), { to })
    return { threadId: id, mail }
  }

  it('adds what was cut to the post, as an edit (MAIL-quotes)', async () => {
    const { threadId, mail } = await posted()
    const { addCutLines } = await helen.ask(AddCutLines, { id: mail.id })
    expect(addCutLines.cut_text).toBe('')
    expect(addCutLines.posted_text).toContain('> Who has seen one?')
    const [message] = await messagesOf(threadId)
    expect(message!.body).toMatch(/^<p>The heron sings\.<\/p>.*<blockquote><p>Who has seen one\?<\/p><\/blockquote>$/)
    expect((await helen.ask(AddCutLines, { id: mail.id })).addCutLines.posted_text).toBe(addCutLines.posted_text)
    expect((await messagesOf(threadId))[0]!.body).toBe(message!.body)
  })

  it('refuses others’ emails, and posts that can no longer be edited', async () => {
    const { mail } = await posted()
    expect((await marcus.op(AddCutLines, { id: mail.id })).code).toBe('mail.not_found')
    await sql(`update messages set pub_date = pub_date - interval '1 day' where id = $1`, [mail.message_id])
    expect((await helen.op(AddCutLines, { id: mail.id })).code).toBe('discussions.too_late')
    expect((await sentOf(mail.id)).cut_text).toContain('Who has seen one?')
  })
})

it('the whole email is opened by its sender only, as a file (MAIL-quotes)', async () => {
  const { opening } = await quiet()
  const to = keyAddress(helen.id, opening, 'group')
  const { id } = await receive(testServer, await write({ to, text: `The heron sings.${QUOTED}` }), { to })
  const url = (await sentOf(id)).whole_mail_url!
  const whole = await helen.send('GET', url)
  expect(whole.text).toContain('> Who has seen one?')
  expect(whole.headers.get('content-disposition')).toContain('attachment')
  const unknown = await marcus.send('GET', '/api/mail/sent/999999999')
  for (const other of [marcus, staff]) {
    const refused = await other.send('GET', url)
    expect([refused.status, refused.text.replace(/"request_id":"[^"]*"/, '')]).toEqual([
      404,
      unknown.text.replace(/"request_id":"[^"]*"/, ''),
    ])
  }
  expect((await testServer.anonymous().send('GET', url)).status).toBe(401)
  const foreign = await receive(testServer, await write({ from: 'peer@legal.test', to }), { to })
  expect((await sentOf(foreign.id)).whole_mail_url).toBeNull()
  expect((await helen.send('GET', `/api/mail/sent/${foreign.id}`)).status).toBe(404)
})
