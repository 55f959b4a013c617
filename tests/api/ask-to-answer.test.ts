/** Staff ask members who could answer a question that nobody has answered: each once, in a direct message. */
import { beforeEach, describe, expect, it } from 'vitest'
import { AskToAnswer, GetFigures, InboxGroupMessages } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, executive } = await networkIds(testServer)
const [ruth, helen, marcus, priya] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
)
const karl = await newStaff(testServer, { role: 'owner' })

const TOPIC = 'Who has <moved> a works council?'
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
let question = 0

beforeEach(async () => {
  await testServer.sql('delete from inbox_groups')
  await testServer.sql('delete from question_answerers')
  question = (await insertThread(testServer, { author: helen.id, networks: [legal], topic: TOPIC, pub_date: ago(3) }))
    .id
  await testServer.sql(`insert into question_answerers (thread_id, user_id, num_of_answers) values ($1, $2, 3)`, [
    question,
    marcus.id,
  ])
})

const ask = (client: Client, given: object = {}) =>
  client.op(AskToAnswer, {
    thread_id: question,
    user_id: marcus.id,
    message: 'Would you have a look?\n\nYou know <this> well.',
    idempotency_key: newKey(),
    ...given,
  })
const asksSeenBy = async (client: Client) =>
  (await client.ask(GetFigures, {})).unanswered_questions.find(({ thread_id }) => thread_id === question)?.asks
const messages = () =>
  testServer.sql<{ group_id: number; sender_id: number; pair: number[] }>(
    `select m.group_id, m.sender_id, g.pair from inbox_messages m join inbox_groups g on g.id = m.group_id order by m.id`,
  )

it('sends a direct message with the question, and shows staff who was asked by whom', async () => {
  expect(await asksSeenBy(ruth)).toEqual([])
  expect((await ask(ruth)).data).toMatchObject({
    askToAnswer: { thread_id: question, asks: [{ user: { id: marcus.id } }] },
  })
  const [message, ...others] = await messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({ sender_id: ruth.id, pair: [ruth.id, marcus.id].sort((a, b) => a - b) })
  const read = async (client: Client) =>
    (await client.ask(InboxGroupMessages, { group_id: message!.group_id })).inbox_group_messages
  const [received] = await read(marcus)
  expect(received).toMatchObject({ thread_link: { id: question, topic: TOPIC }, is_own: false })
  expect(received!.cleaned_body).toContain('Would you have a look?')
  expect(received!.cleaned_body).toContain('You know <this> well.')
  expect(received!.msg_body).toMatch(
    new RegExp(`<a href="[^"]*/feed/${question}"[^>]*>Who has &lt;moved&gt; a works council`),
  )
  expect(await read(helen)).toEqual([])
  const asks = [{ user: { id: marcus.id }, asked_by: { id: ruth.id }, asked_at: expect.any(String) }]
  expect(await asksSeenBy(ruth)).toMatchObject(asks)
  expect(await asksSeenBy(karl)).toMatchObject(asks)
})

describe('a member is asked once', () => {
  it('also when the same person asks again, or someone else', async () => {
    const idempotency_key = newKey()
    for (const key of [idempotency_key, idempotency_key, newKey()])
      expect((await ask(ruth, { idempotency_key: key })).code).toBeUndefined()
    expect((await ask(karl)).code).toBe('figures.already_asked')
    expect(await messages()).toHaveLength(1)
  })

  it('also when two ask at once', async () => {
    const answers = await Promise.all([ruth, karl, ruth, karl].map((client) => ask(client)))
    expect(answers.filter(({ code }) => code === undefined).length).toBeGreaterThan(0)
    expect(await messages()).toHaveLength(1)
  })
})

describe('nobody is asked', () => {
  it.each([
    ['by a member', () => helen, 'staff.not_found'],
    ['by a role that may not read topics', () => newStaff(testServer, { role: 'finance' }), 'figures.not_unanswered'],
    [
      'by staff of another network',
      () => newStaff(testServer, { role: 'moderator', network: executive }),
      'figures.not_unanswered',
    ],
  ])('%s', async (_, who, code) => {
    expect((await ask(await who())).code).toBe(code)
    expect(await messages()).toEqual([])
  })

  it('who was not found to know the answer, or has left the network', async () => {
    expect((await ask(ruth, { user_id: priya.id })).code).toBe('figures.not_unanswered')
    const left = await testServer.sql<{ peer_network_id: number }>(
      'delete from peer_network_memberships where user_id = $1 and peer_network_id = $2 returning *',
      [marcus.id, legal],
    )
    const row = JSON.stringify(left)
    try {
      expect((await ask(ruth)).code).toBe('figures.not_unanswered')
    } finally {
      await testServer.sql(
        'insert into peer_network_memberships overriding system value select * from json_populate_recordset(null::peer_network_memberships, $1)',
        [row],
      )
    }
    expect(await messages()).toEqual([])
  })

  it('about a question that has an answer by now', async () => {
    await insertMessage(testServer, { thread: question, sender: priya.id, body: 'An answer' })
    await testServer.sql('select refresh_threads(array[$1::bigint])', [question])
    expect((await ask(ruth)).code).toBe('figures.not_unanswered')
  })

  it('without words, and who cannot be messaged is not shown as asked', async () => {
    expect(await ask(ruth, { message: ' \n ' })).toMatchObject({ code: 'figures.message_missing' })
    expect((await ask(ruth, { message: 'x'.repeat(6_000) })).code).toBe('inbox.text_too_long')
    await testServer.sql('update users set suspended = true where id = $1', [marcus.id])
    try {
      expect((await ask(ruth)).code).toBe('inbox.member_not_found')
      expect(await asksSeenBy(ruth)).toEqual([])
    } finally {
      await testServer.sql('update users set suspended = false where id = $1', [marcus.id])
    }
    expect((await ask(ruth)).code).toBeUndefined()
  })
})
