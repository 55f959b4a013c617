import { describe, expect, it } from 'vitest'
import { RemoveMessage, RemoveThread, thread, threads } from '#api/operations.ts'
import { EDIT_MINUTES, REMOVAL_REASON_LENGTH } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const freshThread = (topic = 'Which clause') => insertThread(testServer, { author: helen.id, networks: [legal], topic })
const age = async (message: number, minutes: number) => {
  await testServer.sql(`update messages set pub_date = now() - make_interval(mins => $2) where id = $1`, [
    message,
    minutes,
  ])
  await testServer.sql('select refresh_threads(array(select thread_id from messages where id = $1))', [message])
}

describe('RemoveMessage', () => {
  it('leaves the place of a reply that has answers, and nothing of what it said', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'Canary words' })
    const answer = await insertMessage(testServer, { thread: id, sender: camille.id, parent: message })
    await testServer.sql('insert into message_mentioned_users values ($1, $2)', [message, grace.id])
    const { removeMessage: left } = await marcus.ask(RemoveMessage, { message_id: message })
    expect(left).toMatchObject({ num_of_responses: 1, removed_messages: [{ id: message, removed_by_author: true }] })
    const { text } = await grace.op(thread, { id })
    expect(text).not.toContain('Canary words')
    expect(text).not.toContain(marcus.id === grace.id ? '' : `"sender_id":${marcus.id}`)
    const { thread: read } = await grace.ask(thread, { id })
    expect(read!.messages.map((each) => each.id)).toContain(answer)
    expect(read!.removed_messages).toEqual([
      expect.objectContaining({ id: message, message_replied_id: null, is_private: false }),
    ])
    await camille.ask(RemoveMessage, { message_id: answer })
    expect((await grace.ask(thread, { id })).thread!.removed_messages).toEqual([])
  })

  it('says nothing of a private reply or a private answer to those who could not read it', async () => {
    const { id } = await freshThread()
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    await insertMessage(testServer, { thread: id, sender: helen.id, parent: secret, readers: [marcus.id, helen.id] })
    const open = await insertMessage(testServer, { thread: id, sender: marcus.id })
    await insertMessage(testServer, { thread: id, sender: helen.id, parent: open, readers: [marcus.id, helen.id] })
    for (const message_id of [secret, open]) await marcus.ask(RemoveMessage, { message_id })
    const places = async (who: Client) =>
      (await who.ask(thread, { id })).thread!.removed_messages.map((place) => place.id).toSorted()
    expect(await places(helen)).toEqual([secret, open].toSorted())
    expect(await places(grace)).toEqual([])
  })

  it('takes its files away', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const [file] = await testServer.sql<{ id: number }>(
      `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'a.txt', 'text/plain', 1, 'none') returning id`,
      [message],
    )
    await marcus.ask(RemoveMessage, { message_id: message })
    expect((await marcus.send('GET', `/api/attachments/${file!.id}`)).status).toBe(404)
    expect((await staff.send('GET', `/api/attachments/${file!.id}`)).status).toBe(404)
  })

  it('takes it from the top replies, and says the same when it is done again', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id, likes: 9 })
    const top = async () =>
      (
        await testServer.sql<{ top_reply_ids: number[] }>(
          'select top_reply_ids from thread_feed where thread_id = $1',
          [id],
        )
      )[0]!.top_reply_ids
    expect(await top()).toEqual([message])
    const first = await marcus.ask(RemoveMessage, { message_id: message })
    expect(await top()).toEqual([])
    expect(await marcus.ask(RemoveMessage, { message_id: message })).toEqual(first)
    expect(await grace.op(RemoveMessage, { message_id: message })).toMatchObject({
      code: 'discussions.message_not_found',
    })
  })

  it('keeps the reason of staff, refuses one too long, and leaves an opening message to its thread', async () => {
    const { id, opening } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
    await insertMessage(testServer, { thread: id, sender: camille.id, parent: message })
    expect(
      await staff.op(RemoveMessage, { message_id: message, reason: 'x'.repeat(REMOVAL_REASON_LENGTH + 1) }),
    ).toMatchObject({ code: 'discussions.reason_too_long', field: 'reason' })
    const { removeMessage: left } = await staff.ask(RemoveMessage, { message_id: message, reason: 'Named a client.' })
    expect(left.removed_messages).toMatchObject([{ removed_by_author: false }])
    expect(await testServer.sql('select reason from message_removals where message_id = $1', [message])).toEqual([
      { reason: 'Named a client.' },
    ])
    expect((await grace.op(thread, { id })).text).not.toContain('Named a client')
    expect(await helen.op(RemoveMessage, { message_id: opening })).toMatchObject({ code: 'discussions.opening_stays' })
  })
})

describe('RemoveThread', () => {
  it('takes the thread from feed, counts and search at once; its page is missing, but for staff', async () => {
    const before = (await grace.ask(threads, {})).threads.count
    const { id } = await freshThread('Ephemeral matters')
    const stream = await grace.stream()
    expect((await grace.ask(threads, {})).threads.count).toBe(before + 1)
    await helen.ask(RemoveThread, { thread_id: id })
    expect((await grace.ask(threads, {})).threads.count).toBe(before)
    expect((await grace.ask(threads, { search: 'ephemeral' })).threads.items).toEqual([])
    for (const who of [helen, grace]) expect((await who.ask(thread, { id })).thread).toBeNull()
    expect((await staff.ask(thread, { id })).thread).toMatchObject({ id })
    await stream.next((event) => event.data.signal === 'discussions.thread_removed' && event.data.thread_id === id)
    expect(await counterErrors(testServer)).toBe(0)
  })

  it('is for its author early and unanswered, for staff at any time, for nobody else', async () => {
    const { id, opening } = await freshThread()
    const refusal = async (who: Client) => (await who.op(RemoveThread, { thread_id: id })).code
    expect(await refusal(marcus)).toBe('discussions.not_yours')
    expect(await refusal(samuel)).toBe('discussions.not_found')
    const reply = await insertMessage(testServer, { thread: id, sender: marcus.id })
    expect(await refusal(helen)).toBe('discussions.answered')
    await marcus.ask(RemoveMessage, { message_id: reply })
    await age(opening, EDIT_MINUTES + 1)
    expect(await refusal(helen)).toBe('discussions.too_late')
    await staff.ask(RemoveThread, { thread_id: id, reason: 'Off topic.' })
    expect(await refusal(staff)).toBe('discussions.not_found')
    expect(await counterErrors(testServer)).toBe(0)
  })
})
