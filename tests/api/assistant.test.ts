/** Members ask the assistant in conversations that only they can read. */
import { describe, expect, it } from 'vitest'
import {
  DeleteConversation,
  GetAIConversationCount,
  GetAIConversations,
  GetAIMessages,
  GetAIModels,
  GetAISources,
  GetAIUsage,
  RegenerateMessage,
  RenameConversation,
  SendAIFeedback,
  SendAIMessage,
  StopAIMessage,
  UpdateAIUserPreferences,
} from '#api/operations.ts'
import { AI_SOURCE_KEYS, PRIVATE_SOURCES, QUESTION_LENGTH, QUESTIONS_PER_DAY } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { converse, endedMessages, messagesOf } from '../harness/assistant.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const [helen, marcus, camille, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.staff,
)
const send = (member: Client, more: object) =>
  member.op(SendAIMessage, { user: member.id, message: 'How long is a notice?', idempotency_key: newKey(), ...more })
const listed = async (member: Client, search?: string) =>
  (await member.ask(GetAIConversations, { search })).ai_conversations
const usedBy = async ({ id }: Client) =>
  (await testServer.sql<{ questions: number }>('select questions from ai_usage where user_id = $1', [id]))[0]
    ?.questions ?? 0

describe('a question', () => {
  it('begins a conversation named after it, with the question and its answer (OP-SendAIMessage, FIELD-ai_conversation.id, FIELD-ai_conversation.name, FIELD-ai_conversation.created, FIELD-ai_conversation.updated, ENUM-ai_message_role, FIELD-ai_message.id, FIELD-ai_message.content, FIELD-ai_message.role)', async () => {
    const { sendAIMessage } = await helen.ask(SendAIMessage, { user: helen.id, message: '  How long\n is a notice? ' })
    expect(sendAIMessage).toMatchObject({ name: 'How long is a notice?', deleted: null, num_of_questions: 1 })
    expect(sendAIMessage.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(sendAIMessage.messages[0]!.content).toBe('How long\n is a notice?')
    expect(sendAIMessage.messages[1]!.question_id).toBe(sendAIMessage.messages[0]!.id)
    expect(Date.parse(sendAIMessage.updated)).toBeGreaterThanOrEqual(Date.parse(sendAIMessage.created))
    const [question, answer] = await endedMessages(helen, sendAIMessage.id)
    expect(question).toMatchObject({ role: 'user', state: 'complete', sentences: [] })
    expect(answer).toMatchObject({ role: 'assistant', state: 'complete', model: { name: 'Members’ sentences' } })
    expect(answer!.thinking_steps).toHaveLength(2)
  })

  it('continues a conversation, of which the last two messages are answered unless more are asked for (CONST-ai-messages-limit, DECISION-ai-messages-limit)', async () => {
    const { conversation } = await converse(helen, 'First question?')
    const more = { user: helen.id, conversation_id: conversation }
    const two = (await helen.ask(SendAIMessage, { ...more, message: 'Second question?' })).sendAIMessage
    expect(two.messages.map(({ content }) => content)).toContain('Second question?')
    expect(two.messages).toHaveLength(2)
    const all = (await helen.ask(SendAIMessage, { ...more, message: 'Third?', messages_limit: 10 })).sendAIMessage
    expect(all.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'First question?',
      'Second question?',
      'Third?',
    ])
    expect(all.num_of_questions).toBe(3)
  })

  it('that is sent again asks and counts once', async () => {
    const again = { user: helen.id, message: 'Once?', idempotency_key: newKey() }
    const before = await usedBy(helen)
    const first = await helen.ask(SendAIMessage, again)
    const second = await helen.ask(SendAIMessage, again)
    expect(second.sendAIMessage.id).toBe(first.sendAIMessage.id)
    expect(second.sendAIMessage.num_of_questions).toBe(1)
    expect(await usedBy(helen)).toBe(before + 1)
  })

  it.each([
    ['is empty', { message: ' \n ' }, 'assistant.question_missing'],
    ['is too long', { message: 'x'.repeat(QUESTION_LENGTH + 1) }, 'assistant.question_too_long'],
    ['names another member', { user: marcus.id }, 'assistant.other_user'],
    ['is in a conversation that does not exist', { conversation_id: 999_999 }, 'assistant.conversation_not_found'],
    ['names a source that does not exist', { sources: ['drafts'] }, 'assistant.source_not_found'],
    ['names a model that does not exist', { model: 999_999 }, 'assistant.model_not_found'],
  ])('is refused if it %s, and counts for nothing', async (_, more, code) => {
    const before = await usedBy(helen)
    expect((await send(helen, more)).code).toBe(code)
    expect(await usedBy(helen)).toBe(before)
  })

  it('takes up to five files, whose text is read (FIELD-ai_message.attachments)', async () => {
    const files = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => uploaded(testServer, helen, `paper-${nth}.txt`, `Clause ${nth} is long.`)),
    )
    expect((await send(helen, { attachments: files })).code).toBe('assistant.too_many_files')
    const { question } = await converse(helen, 'What about this?', { attachments: files.slice(0, 2) })
    expect(question.attachments.map(({ name }) => name)).toEqual(['paper-0.txt', 'paper-1.txt'])
    const [text] = await testServer.sql<{ content: string }>('select content from ai_attachments where id = $1', [
      question.attachments[0]!.id,
    ])
    expect(text!.content).toContain('Clause 0 is long.')
    const { file } = question.attachments[0]!
    expect((await helen.send('GET', file)).status).toBe(200)
    expect((await staff.send('GET', file)).status).toBe(404)
  })
})

describe('a day', () => {
  it(`has ${QUESTIONS_PER_DAY} questions, also if they are sent at once (ASK-budget)`, async () => {
    const usage = async () => (await camille.ask(GetAIUsage, {})).ai_usage
    expect(await usage()).toMatchObject({ questions_per_day: QUESTIONS_PER_DAY, questions_left: QUESTIONS_PER_DAY })
    await testServer.sql(
      `insert into ai_usage (user_id, day, questions) values ($1, (now() at time zone 'utc')::date, $2)`,
      [camille.id, QUESTIONS_PER_DAY - 3],
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(camille, {})))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'assistant.no_questions_left')).toHaveLength(17)
    const left = await usage()
    expect(left!.questions_left).toBe(0)
    expect(Date.parse(left!.renewed_at)).toBeGreaterThan(Date.now())
    expect((await listed(camille)).length).toBe(3)
    await testServer.sql(`update ai_usage set day = day - 1 where user_id = $1`, [camille.id])
    await camille.ask(UpdateAIUserPreferences, { daily_limit: 2 })
    expect(await usage()).toMatchObject({ questions_per_day: 2, questions_left: 2 })
    const own = [await send(camille, {}), await send(camille, {}), await send(camille, {})]
    expect(own.map(({ code }) => code)).toEqual([undefined, undefined, 'assistant.no_questions_left'])
    await camille.ask(UpdateAIUserPreferences, {})
    expect((await send(camille, {})).code).toBeUndefined()
  })
})

describe('conversations', () => {
  it('are listed for their owner, those last used first, and found by what was asked (OP-GetAIConversations, OP-GetAIConversationCount)', async () => {
    const before = (await marcus.ask(GetAIConversationCount, {})).ai_conversation_count
    const first = await converse(marcus, 'Which registry keeps pledges?')
    const second = await converse(marcus, 'Who files accounts?')
    await converse(marcus, 'And by when?', { conversation_id: first.conversation })
    expect((await listed(marcus)).slice(0, 2).map(({ id }) => id)).toEqual([first.conversation, second.conversation])
    expect((await listed(marcus, 'by WHEN')).map(({ id }) => id)).toEqual([first.conversation])
    expect((await marcus.ask(GetAIConversations, { limit: 1, offset: 1 })).ai_conversations[0]!.id).toBe(
      second.conversation,
    )
    expect((await marcus.ask(GetAIConversationCount, {})).ai_conversation_count).toBe(before + 2)
  })

  it('are nobody else’s, not even for staff (OP-GetAIMessages)', async () => {
    const { conversation, answer } = await converse(helen, 'Only mine?')
    expect((await helen.ask(GetAIMessages, { conversation_id: conversation, limit: 1 })).ai_messages).toHaveLength(1)
    for (const other of [marcus, staff]) {
      expect(await messagesOf(other, conversation)).toEqual([])
      expect((await listed(other)).map(({ id }) => id)).not.toContain(conversation)
      expect((await send(other, { conversation_id: conversation })).code).toBe('assistant.conversation_not_found')
      expect((await other.op(RenameConversation, { conversation_id: conversation, name: 'x' })).code).toBe(
        'assistant.conversation_not_found',
      )
      expect((await other.op(DeleteConversation, { conversation_id: conversation })).code).toBe(
        'assistant.conversation_not_found',
      )
      expect((await other.op(RegenerateMessage, { message: answer.id })).code).toBe('assistant.answer_not_found')
      expect((await other.op(StopAIMessage, { message: answer.id })).code).toBe('assistant.answer_not_found')
      expect((await other.op(SendAIFeedback, { message: answer.id, is_positive: true })).code).toBe(
        'assistant.answer_not_found',
      )
    }
  })

  it('are renamed, with a name (OP-RenameConversation, VALID-rename-conversation)', async () => {
    const { conversation } = await converse(helen, 'To be renamed?')
    const rename = (name: string) => helen.op(RenameConversation, { conversation_id: conversation, name })
    expect((await rename('  Notice\nperiods ')).data!.renameConversation).toMatchObject({
      id: conversation,
      name: 'Notice periods',
    })
    expect((await rename('  ')).code).toBe('assistant.name_missing')
    expect((await rename('x'.repeat(121))).code).toBe('assistant.name_too_long')
    expect((await listed(helen)).find(({ id }) => id === conversation)!.name).toBe('Notice periods')
  })

  it('are deleted from lists and counts, and their record stays (OP-DeleteConversation, STATE-ai-conversation-deleted, FIELD-ai_conversation.deleted)', async () => {
    const { conversation, answer } = await converse(helen, 'To be deleted?')
    const count = (await helen.ask(GetAIConversationCount, {})).ai_conversation_count
    const { deleteConversation } = await helen.ask(DeleteConversation, { conversation_id: conversation })
    expect(deleteConversation.deleted).not.toBeNull()
    expect((await listed(helen)).map(({ id }) => id)).not.toContain(conversation)
    expect((await helen.ask(GetAIConversationCount, {})).ai_conversation_count).toBe(count - 1)
    expect(await messagesOf(helen, conversation)).toEqual([])
    expect((await send(helen, { conversation_id: conversation })).code).toBe('assistant.conversation_not_found')
    expect((await helen.op(RegenerateMessage, { message: answer.id })).code).toBe('assistant.answer_not_found')
    const rows = await testServer.sql('select from ai_messages where conversation_id = $1 and deleted is not null', [
      conversation,
    ])
    expect(rows).toHaveLength(2)
  })
})

describe('an answer', () => {
  it('is written again, and the former one is an older version (OP-RegenerateMessage, STATE-ai-regeneration, FIELD-ai_message.replaced_by_id, FIELD-ai_message.older_versions)', async () => {
    const { conversation, answer } = await converse(helen, 'Say it again?')
    const again = { message: answer.id, sources: ['experts'], idempotency_key: newKey() }
    const before = await usedBy(helen)
    const { regenerateMessage: second } = await helen.ask(RegenerateMessage, again)
    expect((await helen.ask(RegenerateMessage, again)).regenerateMessage.id).toBe(second.id)
    expect(await usedBy(helen)).toBe(before + 1)
    expect(second.older_versions).toMatchObject([{ id: answer.id, replaced_by_id: second.id }])
    await endedMessages(helen, conversation)
    expect((await helen.op(RegenerateMessage, { message: answer.id })).code).toBe('assistant.not_replaced')
    await helen.ask(RegenerateMessage, { message: second.id })
    const messages = await endedMessages(helen, conversation)
    expect(messages).toHaveLength(2)
    expect(messages[1]!.older_versions.map(({ id, sources }) => [id, sources.length])).toEqual([
      [second.id, 1],
      [answer.id, AI_SOURCE_KEYS.length - PRIVATE_SOURCES.length],
    ])
  })

  it('is stopped by its owner, and what is written stays', async () => {
    const { conversation, answer } = await converse(helen, 'Stop?')
    await testServer.sql(`update ai_messages set state = 'writing' where id = $1`, [answer.id])
    expect((await helen.op(RegenerateMessage, { message: answer.id })).code).toBe('assistant.not_replaced')
    const stream = await helen.stream()
    expect((await helen.ask(StopAIMessage, { message: answer.id })).stopAIMessage.state).toBe('stopped')
    const heard = await stream.next(({ data }) => data['signal'] === 'assistant.written')
    expect(heard.data).toMatchObject({ conversation_id: conversation, message_id: answer.id })
    stream.close()
    await testServer.sql(`update ai_messages set state = 'complete' where id = $1`, [answer.id])
    expect((await helen.ask(StopAIMessage, { message: answer.id })).stopAIMessage.state).toBe('complete')
  })

  it('whose server ended is stopped by a job', async () => {
    const { conversation, answer } = await converse(helen, 'Abandoned?')
    const stateAfterJob = async (age: string) => {
      await testServer.sql(
        `update ai_messages set state = 'writing', written_at = now() - $2::interval where id = $1`,
        [answer.id, age],
      )
      await testServer.sql(`select graphile_worker.add_job('assistant:stop-abandoned')`)
      await testServer.runJobs()
      return (await messagesOf(helen, conversation))[1]!.state
    }
    expect(await stateAfterJob('1 minute')).toBe('writing')
    expect(await stateAfterJob('3 minutes')).toBe('stopped')
  })

  it('takes feedback, the last of which counts (OP-SendAIFeedback, FIELD-ai_message.feedback.is_positive, FIELD-ai_message.feedback.details)', async () => {
    const { conversation, question, answer } = await converse(helen, 'Was it good?')
    const say = (more: object) => helen.op(SendAIFeedback, { message: answer.id, is_positive: true, ...more })
    expect((await say({})).data!.sendAIFeedback).toEqual({ is_positive: true, details: null, is_shared: false })
    const bad = { is_positive: false, details: ' Too old. ', is_shared: true }
    expect((await say(bad)).data!.sendAIFeedback).toEqual({ is_positive: false, details: 'Too old.', is_shared: true })
    expect((await messagesOf(helen, conversation))[1]!.feedback).toMatchObject({ details: 'Too old.' })
    expect((await say({ details: 'x'.repeat(2_001) })).code).toBe('assistant.feedback_too_long')
    expect((await helen.op(SendAIFeedback, { message: question.id, is_positive: true })).code).toBe(
      'assistant.answer_not_found',
    )
  })

  it('is announced to its owner on every device, and to nobody else', async () => {
    const [own, others] = [await helen.stream(), await staff.stream()]
    const { conversation } = await converse(helen, 'Is it announced?')
    await own.next(({ data }) => data['signal'] === 'assistant.written' && data['conversation_id'] === conversation)
    await own.next(
      ({ data }) => data['signal'] === 'assistant.conversation_changed' && data['conversation_id'] === conversation,
    )
    const strange = await converse(staff, 'Mine?')
    await others.next(
      ({ data }) => data['signal'] === 'assistant.written' && data['conversation_id'] === strange.conversation,
    )
    expect(others.signals().filter(({ data }) => data['conversation_id'] === conversation)).toEqual([])
    own.close()
    others.close()
  })
})

describe('what can be chosen', () => {
  it('are models, those with a date (OP-GetAIModels, FIELD-ai_model.id, FIELD-ai_model.version, FIELD-ai_model.name, FIELD-ai_model.description, FIELD-ai_model.enabled_at)', async () => {
    const [added] = await testServer.sql<{ id: number }>(
      `insert into ai_models (key, version, name, description, place) values ('later', '2', 'Later', 'Not yet', 9) returning id`,
    )
    const { ai_models } = await helen.ask(GetAIModels, {})
    expect(ai_models.map(({ name, version, enabled_at }) => [name, version, enabled_at !== null])).toEqual([
      ['Members’ sentences', '1', true],
      ['Later', '2', false],
    ])
    expect((await send(helen, { model: added!.id })).code).toBe('assistant.model_not_found')
    await testServer.sql('delete from ai_models where id = $1', [added!.id])
  })

  it('are sources that are enabled, of which private replies must be chosen (OP-GetAISources, FIELD-ai_source.id, FIELD-ai_source.key, FIELD-ai_source.name, FIELD-ai_source.description, FIELD-ai_source.enabled, FIELD-ai_source.default_selected)', async () => {
    const sources = async () => (await helen.ask(GetAISources, {})).ai_sources
    expect((await sources()).map(({ key }) => key)).toEqual([...AI_SOURCE_KEYS])
    expect((await sources()).filter((each) => !each.default_selected).map(({ key }) => key)).toEqual([
      'private_replies',
      'inbox',
    ])
    await testServer.sql(`update ai_sources set enabled = false where key = 'polls'`)
    expect((await sources()).map(({ key }) => key)).not.toContain('polls')
    expect((await send(helen, { sources: ['polls'] })).code).toBe('assistant.source_not_found')
    const { answer } = await converse(helen, 'From which sources?')
    expect(answer.sources).not.toContain('polls')
    await testServer.sql(`update ai_sources set enabled = true where key = 'polls'`)
  })
})
