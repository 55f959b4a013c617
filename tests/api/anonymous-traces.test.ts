/** Mentions, votes, files and reports of an anonymous post reveal no more about its author than its text does. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  CreateThread,
  EditMessage,
  GetLikes,
  GetReports,
  ReplyToThread,
  ReportContent,
  thread,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { demoMembers } from '../demo-members.ts'
import { AUTHOR, anonymousAuthor, findLeaks } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { contentOf, coreOf, docx, paragraph, pdf as documentPdf } from '../harness/documents.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [peer, member, staff] = await testServer.members(demoMembers.peer, demoMembers.member, demoMembers.staff)
const author = await anonymousAuthor(testServer, legal)

const create = (variables: object = {}) =>
  author.op(CreateThread, {
    topic: 'A question without a name',
    body: '<p>How do others do it?</p>',
    is_anonymous: true,
    peer_network_ids: [legal],
    idempotency_key: newKey(),
    ...variables,
  } as never)
const ask = async (variables: object = {}) => (await create(variables)).data!.createThread.id
const reply = (client: Client, thread_id: number, variables: object = {}) =>
  client.op(ReplyToThread, { thread_id, body: '<p>Words.</p>', idempotency_key: newKey(), ...variables } as never)

it('names a hidden reader to nobody when a private reply to them is edited', async () => {
  const id = await ask()
  const message_id = (await reply(peer, id, { isPrivate: true })).data!.replyToThread.id
  const mentions = [AUTHOR.id, member.id, peer.id]
  const body = mentions.map((user) => `<p>Hello <span data-mention-id="${user}">@x</span></p>`).join('')
  const edited = await peer.op(EditMessage, { message_id, body, mentions, idempotency_key: newKey() } as never)
  // Readers who are not anonymous are still listed.
  expect(edited.data!.editMessage.mentioned_users.map((user) => user.id)).toEqual([peer.id])
  expect(findLeaks(edited.text)).toEqual([])
})

it('casts no vote with an anonymous reply, whose time would tell whose it is', async () => {
  const thread_id = await ask()
  const naming = (name: string) => ({
    experts: [{ new_expert: { name, type: 'company' }, areas_of_expertise: [] }],
    votes: [{ vote: true, name }],
  })
  const votersOf = async (client: Client, name: string) => {
    const named = (await reply(client, thread_id, naming(name))).data!.replyToThread.experts_mentioned[0]!
    const { getLikes } = await member.ask(GetLikes, { entity_type: 'expert', entity_id: named.id })
    return getLikes.items.map(({ id }) => id)
  }
  expect(await votersOf(peer, 'Openly Qwx')).toEqual([peer.id])
  expect(await votersOf(author, 'Quietly Qwx')).toEqual([])
})

describe('files of an anonymous post', async () => {
  const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4a3f78' } })
    .png()
    .toBuffer()
  const file = (name: string, bytes: Uint8Array | string, client = author) => uploaded(testServer, client, name, bytes)

  /** The file of a thread's opening, as a peer downloads it. */
  const shared = async (id: number) => {
    const { messages } = (await peer.ask(thread, { id })).thread!
    const cookie = [...peer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${testServer.url}${messages[0]!.attachments[0]!.file}`, { headers: { cookie } })
    return new Uint8Array(await answer.arrayBuffer())
  }

  it('are cleaned of what their properties say, before others read them', async () => {
    const signed = await documentPdf(['The terms.'], {
      Author: `${AUTHOR.first} ${AUTHOR.last}`,
      Creator: AUTHOR.company,
    })
    const word = docx({
      body: paragraph('The terms.'),
      parts: { 'docProps/core.xml': coreOf(`${AUTHOR.first} ${AUTHOR.last}`) },
    })
    for (const [name, bytes] of [
      ['terms.pdf', signed],
      ['terms.docx', word],
    ] as const) {
      const id = await ask({ attachments: [await file(name, bytes)] })
      const open = await create({ attachments: [await file(name, bytes)], is_anonymous: false })
      expect(findLeaks(await contentOf(await shared(open.data!.createThread.id)))).not.toEqual([])
      expect(findLeaks(await contentOf(await shared(id)))).toEqual([])
    }
  })

  it('are refused with the place if their text names the author, in a question and in a reply', async () => {
    const id = await ask()
    const named = async () =>
      file('terms.pdf', await documentPdf(['The terms.', `Ask ${AUTHOR.first} ${AUTHOR.last}.`]))
    const refused = { code: 'discussions.not_anonymous_enough', field: 'attachments' }
    for (const answer of [
      await create({ attachments: [await named()] }),
      await reply(author, id, { attachments: [await named()] }),
    ]) {
      expect(answer).toMatchObject(refused)
      expect(answer.message).toBe(
        'In “terms.pdf”, Page 2 names you: “Ask Quillon Vexley.” Remove it from the file, or post the text instead. What you wrote is saved.',
      )
    }
    expect((await create({ attachments: [await named()], is_anonymous: false })).code).toBeUndefined()
    const openly = await file('terms.pdf', await documentPdf(['Ask Quillon Vexley.']), peer)
    expect((await reply(peer, id, { attachments: [openly] })).code).toBeUndefined()
  })

  it('with hidden parts are not posted until the author has them removed, in a question and in a reply', async () => {
    const hidden = docx({ body: paragraph('The terms.') + paragraph('A secret limit', '<w:rPr><w:vanish/></w:rPr>') })
    const asked = await ask()
    for (const post of [
      (attachments: object[]) => create({ attachments: attachments as never }),
      (attachments: object[]) => reply(author, asked, { attachments: attachments as never }),
    ]) {
      const attached = await file('terms.docx', hidden)
      expect(await post([attached])).toMatchObject({
        code: 'discussions.hidden_parts',
        field: 'attachments',
        message: '“terms.docx” has hidden parts (Page 1). Choose “Remove hidden parts”, or replace the file.',
      })
      expect((await post([{ ...attached, removes_hidden: true }])).code).toBeUndefined()
    }
    const id = await ask({ attachments: [{ ...(await file('terms.docx', hidden)), removes_hidden: true }] })
    const content = await contentOf(await shared(id))
    expect(content).toContain('The terms.')
    expect(content).not.toContain('A secret limit')
  })

  it('are refused with what to do if they cannot be cleaned', async () => {
    // The type of the uploaded file counts, not the type in the request.
    const locked = await documentPdf(['The terms.'], {}, 'secret')
    const pdf = { ...(await file('terms.pdf', locked)), file_type: 'image/png', name: 'terms.png' }
    const answer = await create({ attachments: [pdf] })
    expect(answer).toMatchObject({ code: 'discussions.not_anonymous_enough', field: 'attachments' })
    expect(answer.message).toMatch(/^“terms.pdf” is protected by a password, so its author’s name can’t be removed/)
    const old = await file('terms.rtf', String.raw`{\rtf1\ansi The terms.}`)
    expect((await create({ attachments: [old] })).message).toMatch(/^“terms.rtf” is in a format .* Save it as PDF/)
    expect((await create({ attachments: [old], is_anonymous: false })).code).toBeUndefined()
    const picture = await ask({ attachments: [await file('board.png', PNG), await file('notes.txt', 'a')] })
    expect(picture).toBeGreaterThan(0)
  })

  it.each([
    `${AUTHOR.company} board.png`,
    `${AUTHOR.first} board.png`,
    `board_${AUTHOR.last}.png`,
    `${AUTHOR.company.replaceAll(' ', '_').toLowerCase()}.png`,
  ])('are measured by their names too: %s', async (name) => {
    const answer = await create({ attachments: [await file(name, PNG)] })
    expect(answer).toMatchObject({ code: 'discussions.not_anonymous_enough', field: 'attachments' })
    expect(answer.message).toMatch(/^The file name “.*” reveals who you are\. Rename the file/)
  })

  it('count in what a question reveals', async () => {
    const body = '<p>As general counsel I wonder.</p>'
    const attached = async (name: string) => create({ body, attachments: [await file(name, PNG)] })
    expect((await attached('board.png')).code).toBeUndefined()
    expect((await attached('Reykjavik office.png')).message).toContain('Reykjavik')
  })
})

it('is not revealed to staff when its author asks for its removal', async () => {
  const id = await ask()
  const answer = (await reply(author, id)).data!.replyToThread.id
  const report = (client: Client, type: string, content_id: number) =>
    client.ask(ReportContent, {
      type,
      content_id,
      reason: client === author ? 'own_removal' : 'other',
      additional_details: 'Please remove it.',
      idempotency_key: newKey(),
    } as never)
  for (const client of [author, peer]) {
    await report(client, 'thread', id)
    await report(client, 'message', answer)
  }
  const filed = await staff.op(GetReports, { state: 'open' })
  const reporters = filed
    .data!.reports!.items.filter(({ thread_id }) => thread_id === id)
    .map(({ type, reporter }) => [type, reporter.id])
  expect(reporters).toEqual([
    ['message', peer.id],
    ['thread', peer.id],
    ['message', ANONYMOUS_USER_ID],
    ['thread', ANONYMOUS_USER_ID],
  ])
  expect(findLeaks(filed.text)).toEqual([])
})

// Must be the last test: it deletes the author's account.
it('stays anonymous to private repliers when its author leaves', async () => {
  const id = await ask()
  const message = (await reply(peer, id, { isPrivate: true })).data!.replyToThread.id
  const readers = async () => {
    const { messages } = (await peer.ask(thread, { id })).thread!
    return messages.find((each) => each.id === message)!.private_readers.map((reader) => reader.id)
  }
  expect(await readers()).toEqual([peer.id, ANONYMOUS_USER_ID])
  await testServer.sql('insert into deletion_requests (user_id, due_at) values ($1, now())', [AUTHOR.id])
  await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
  await testServer.runJobs()
  expect(await testServer.sql('select first_name from users where id = $1', [AUTHOR.id])).toEqual([
    { first_name: 'Former' },
  ])
  expect(await readers()).toEqual([peer.id, ANONYMOUS_USER_ID])
  expect(findLeaks((await peer.op(thread, { id })).text)).toEqual([])
  expect((await reply(peer, id, { isPrivate: true })).data!.replyToThread.private_readers.map((one) => one.id)).toEqual(
    [peer.id, ANONYMOUS_USER_ID],
  )
})
