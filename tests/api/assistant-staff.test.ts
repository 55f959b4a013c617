/** What staff keep of the assistant (STAFF-prompts), and the little that they can read of what members asked. */
import { describe, expect, it } from 'vitest'
import {
  DeleteConversation,
  GetAIModels,
  GetAISources,
  GetPromptHub,
  GetStaffActs,
  GetStaffAssistant,
  RemoveLibraryPrompt,
  SaveAIModel,
  SaveAISource,
  SaveLibraryPrompt,
  SendAIFeedback,
  SendAIMessage,
} from '#api/operations.ts'
import { LIBRARY_PROMPTS_LIMIT } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { nameOf, queriesOf, shapesOf } from '../harness/operation-shapes.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { storeConversation } from '../harness/stored-answers.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({
  ASSISTANT_PROVIDER: 'openai',
  ASSISTANT_URL: 'http://127.0.0.1:9/v1',
  ASSISTANT_KEY: 'key-of-the-tests',
  ASSISTANT_MODELS: 'first-model=First Model',
})
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
)
const desk = () => staff.ask(GetStaffAssistant, {})
const library = async () => (await desk()).staff_library_prompts
const latestAct = async () => (await staff.ask(GetStaffActs, { limit: 25 })).staff_acts.items[0]!
const hubNames = async () => (await helen.ask(GetPromptHub, {})).prompt_hub.map(({ name }) => name)
const PROMPT = { name: 'Who signs?', content: 'Who signs [contract]?', category: 'Contracts', order: 9 }

describe('the library', () => {
  it('is kept by staff: a prompt is added, changed and removed, and members see each change (STAFF-prompts)', async () => {
    const { saveLibraryPrompt: added } = await staff.ask(SaveLibraryPrompt, {
      ...PROMPT,
      name: ' Who  signs? ',
      description: 'Limits of authority',
    })
    const made = added.find(({ name }) => name === PROMPT.name)!
    expect(made).toMatchObject({ ...PROMPT, description: 'Limits of authority' })
    expect(await hubNames()).toContain(PROMPT.name)
    expect(await latestAct()).toMatchObject({ act: 'library_prompt.saved', item_name: PROMPT.name, before: {} })
    const changed = { id: made.id, name: 'Who approves?', content: 'Who approves [contract]?' }
    const { saveLibraryPrompt: saved } = await staff.ask(SaveLibraryPrompt, changed)
    expect(saved.find(({ id }) => id === made.id)).toMatchObject({ ...changed, category: null, order: 0 })
    expect(saved.length).toBe(added.length)
    expect(await latestAct()).toMatchObject({ before: { name: PROMPT.name }, after: { name: 'Who approves?' } })
    for (let times = 0; times < 2; times++) {
      const { removeLibraryPrompt: left } = await staff.ask(RemoveLibraryPrompt, { id: made.id })
      expect(left.map(({ id }) => id)).toEqual(added.map(({ id }) => id).filter((id) => id !== made.id))
    }
    expect(await hubNames()).not.toContain('Who approves?')
    expect(await latestAct()).toMatchObject({ act: 'library_prompt.removed', item_name: 'Who approves?' })
  })

  it.each<[object, string, string]>([
    [{ name: ' ' }, 'assistant.name_missing', 'name'],
    [{ name: 'x'.repeat(121) }, 'assistant.name_too_long', 'name'],
    [{ name: 'WHAT CHANGED?' }, 'assistant.prompt_name_taken', 'name'],
    [{ content: ' ' }, 'assistant.prompt_missing', 'content'],
    [{ content: 'x'.repeat(4_001) }, 'assistant.prompt_too_long', 'content'],
    [{ description: 'x'.repeat(201) }, 'assistant.description_too_long', 'description'],
    [{ category: 'x'.repeat(61) }, 'assistant.category_too_long', 'category'],
    [{ order: -1 }, 'assistant.prompt_order', 'order'],
    [{ order: 1_000 }, 'assistant.prompt_order', 'order'],
  ])('refuses %o, at its field', async (more, code, field) => {
    const before = await library()
    expect(await staff.op(SaveLibraryPrompt, { ...PROMPT, ...more })).toMatchObject({ code, field })
    expect(await library()).toEqual(before)
  })

  it('takes the same prompt once, and not more than members can list', async () => {
    const at = [1, 2, 3, 4, 5, 6]
    const all = await Promise.all(at.map(() => staff.op(SaveLibraryPrompt, { ...PROMPT, name: 'Same' })))
    expect(all.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(all.filter(({ code }) => code === 'assistant.prompt_name_taken')).toHaveLength(at.length - 1)
    await testServer.sql(
      `insert into prompt_templates (prompt_type, name, content)
       select 'library', 'Many ' || n, 'Text' from generate_series(1, $1 - (select count(*)::integer from prompt_templates where prompt_type = 'library' and deleted is null)) n`,
      [LIBRARY_PROMPTS_LIMIT],
    )
    expect((await staff.op(SaveLibraryPrompt, PROMPT)).code).toBe('assistant.library_full')
    await testServer.sql(`delete from prompt_templates where name like 'Many %' or name = 'Same'`)
    expect((await staff.op(SaveLibraryPrompt, PROMPT)).code).toBeUndefined()
  })

  it('has no prompt of a member: staff neither see nor change nor remove it', async () => {
    const [own] = await testServer.sql<{ id: number }>(
      `insert into prompt_templates (prompt_type, user_id, name, content) values ('user', $1, 'Only mine', 'Mine') returning id`,
      [helen.id],
    )
    expect(JSON.stringify(await desk())).not.toContain('Only mine')
    expect((await staff.op(SaveLibraryPrompt, { ...PROMPT, name: 'Theirs', id: own!.id })).code).toBe('staff.not_found')
    await staff.ask(RemoveLibraryPrompt, { id: own!.id })
    expect(await testServer.sql('select name, deleted from prompt_templates where id = $1', [own!.id])).toEqual([
      { name: 'Only mine', deleted: null },
    ])
  })
})

describe('sources', () => {
  const offered = async () => (await helen.ask(GetAISources, {})).ai_sources.map(({ key }) => key)
  const save = (key: string, enabled: boolean, default_selected: boolean) =>
    staff.op(SaveAISource, { key, enabled, default_selected })
  const ask = (sources: string[]) =>
    helen.op(SendAIMessage, { user: helen.id, message: 'Who signs?', sources, idempotency_key: newKey() })

  it('are switched off and on by staff: a member can neither see nor choose one that is off (STAFF-prompts)', async () => {
    expect((await ask(['polls'])).code).toBeUndefined()
    const { data } = await save('polls', false, true)
    expect(data!.saveAISource.find(({ key }) => key === 'polls')).toMatchObject({ enabled: false })
    expect(await latestAct()).toMatchObject({
      act: 'assistant_source.saved',
      item_name: 'Polls',
      before: { enabled: true, default_selected: true },
      after: { enabled: false, default_selected: true },
    })
    expect(await offered()).not.toContain('polls')
    expect((await ask(['polls'])).code).toBe('assistant.source_not_found')
    expect((await desk()).staff_ai_sources.map(({ key }) => key)).toContain('polls')
    await save('polls', true, false)
    const { ai_sources } = await helen.ask(GetAISources, {})
    expect(ai_sources.find(({ key }) => key === 'polls')).toMatchObject({ default_selected: false })
    await save('polls', true, true)
  })

  it('never select private replies from the start, but can switch them off', async () => {
    const refused = { code: 'assistant.private_selected', field: 'default_selected' }
    expect(await save('private_replies', true, true)).toMatchObject(refused)
    expect((await save('private_replies', false, false)).code).toBeUndefined()
    expect(await offered()).not.toContain('private_replies')
    await save('private_replies', true, false)
  })

  it('leave one that is asked from the start, and have no others than these', async () => {
    const keys = (await offered()).filter((key) => key !== 'private_replies')
    for (const key of keys.slice(1)) expect((await save(key, true, false)).code).toBeUndefined()
    expect(await save(keys[0]!, true, false)).toMatchObject({
      code: 'assistant.last_source',
      field: 'default_selected',
    })
    expect(await save(keys[0]!, false, true)).toMatchObject({ code: 'assistant.last_source', field: 'enabled' })
    for (const key of keys) await save(key, true, true)
    expect((await save('inboxes', true, true)).code).toBe('staff.not_found')
  })
})

describe('models', () => {
  const chosen = async () =>
    (await helen.ask(GetAIModels, {})).ai_models.filter(({ enabled_at }) => enabled_at !== null).map(({ name }) => name)
  const idOf = async (name: string) => (await desk()).staff_ai_models.find((each) => each.name === name)!.id
  const turn = async (name: string, enabled: boolean) => staff.op(SaveAIModel, { id: await idOf(name), enabled })
  const restart = async (models = testServer.config.ASSISTANT_MODELS) => {
    const config = { ...testServer.config, ASSISTANT_MODELS: models }
    await (await startSecondServer({ ...testServer, config })).close()
  }

  it('are switched off by staff, stay off when the server starts again, and are switched on again (STAFF-prompts)', async () => {
    expect(await chosen()).toEqual(['First Model', 'Members’ sentences'])
    await turn('First Model', false)
    expect(await latestAct()).toMatchObject({ act: 'assistant_model.switched_off', item_name: 'First Model' })
    await restart()
    expect(await chosen()).toEqual(['Members’ sentences'])
    expect(await turn('Members’ sentences', false)).toMatchObject({ code: 'assistant.last_model', field: 'enabled' })
    await turn('First Model', true)
    expect(await latestAct()).toMatchObject({ act: 'assistant_model.switched_on' })
    await restart()
    expect(await chosen()).toEqual(['First Model', 'Members’ sentences'])
  })

  it('that the configuration no longer names cannot be switched on, and members’ sentences answer if no other is left', async () => {
    await turn('Members’ sentences', false)
    expect(await chosen()).toEqual(['First Model'])
    await restart('')
    expect(await chosen()).toEqual(['Members’ sentences'])
    expect((await desk()).staff_ai_models.find(({ name }) => name === 'First Model')).toMatchObject({
      is_offered: false,
      enabled_at: null,
    })
    expect(await turn('First Model', true)).toMatchObject({ code: 'assistant.model_not_offered', field: 'enabled' })
    await restart()
    expect(await chosen()).toEqual(['First Model', 'Members’ sentences'])
  })
})

describe('what members shared', () => {
  const SAID = 'We keep quarry permits for thirty-one years.'
  const PRIVATE = 'Between us: we burned them.'
  const asked = async (member: Client, question: string, isShared: boolean) => {
    const { id: thread, opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'T' })
    const put = (body: string, readers?: number[]) =>
      insertMessage(testServer, { thread, sender: marcus.id, parent: opening, body, ...(readers && { readers }) })
    const [reply, whispered] = [await put(SAID), await put(PRIVATE, [member.id, marcus.id, staff.id])]
    const conversation = await storeConversation(testServer, member.id, [
      {
        question,
        versions: [
          {
            citations: [
              { message: reply, quote: SAID },
              { message: whispered, quote: PRIVATE, isPrivate: true },
            ],
            sentences: [
              { content: SAID, citations: [1] },
              { content: PRIVATE, citations: [2] },
            ],
          },
        ],
      },
    ])
    const [answer] = await testServer.sql<{ id: number }>(
      `select id from ai_messages where conversation_id = $1 and role = 'assistant'`,
      [conversation],
    )
    await member.ask(SendAIFeedback, { message: answer!.id, is_positive: false, details: 'Odd', is_shared: isShared })
    return { conversation, reply, answer: answer!.id }
  }
  const shared = async () => (await desk()).staff_ai_feedback

  it('is read without the member, and without what others wrote privately', async () => {
    const { answer, conversation, reply } = await asked(helen, 'Who keeps quarry permits?', true)
    const [feedback] = await shared()
    expect(feedback).toEqual({
      id: answer,
      is_positive: false,
      details: 'Odd',
      question: 'Who keeps quarry permits?',
      sentences: [SAID],
      num_of_hidden: 1,
      updated_at: expect.any(String),
    })
    await testServer.sql('update messages set removed_at = now() where id = $1', [reply])
    expect((await shared())[0]).toMatchObject({ sentences: [], num_of_hidden: 2 })
    await helen.ask(SendAIFeedback, { message: answer, is_positive: true, is_shared: false })
    expect(await shared()).toEqual([])
    await helen.ask(SendAIFeedback, { message: answer, is_positive: true, is_shared: true })
    expect(await shared()).toHaveLength(1)
    await helen.ask(DeleteConversation, { conversation_id: conversation })
    expect(await shared()).toEqual([])
  })

  it('is all: a question without shared feedback is in no answer to staff, whatever they ask', async () => {
    const SECRET = 'Kanarienvogel'
    const { contract } = testServer.application.engine
    const { conversation, answer } = await asked(grace, `Who keeps a ${SECRET}?`, false)
    const everything = async () => {
      const answers: string[] = []
      for (const node of queriesOf(contract))
        for (const variables of shapesOf(contract, node, {
          conversation_id: conversation,
          id: answer,
          user_id: grace.id,
          search: SECRET.slice(0, 5),
          key: SECRET.slice(0, 3),
          filter: { notification_type: 'reply' },
          name: 'a',
        }).slice(0, 2))
          answers.push((await staff.op({ name: nameOf(node), kind: 'query' }, variables)).text)
      return answers.join('\n')
    }
    expect(await everything()).not.toContain(`Who keeps a ${SECRET}`)
    await grace.ask(SendAIFeedback, { message: answer, is_positive: false, is_shared: true })
    expect(await everything()).toContain(`Who keeps a ${SECRET}`)
  })
})

describe('usage', () => {
  it('is counted by network and month, and members only if at least three asked', async () => {
    await testServer.sql('delete from ai_usage')
    await testServer.sql('update ai_messages set usage_day = null')
    const use = (member: Client, monthsAgo: number) =>
      testServer.sql(
        `insert into ai_usage (user_id, day, questions, tokens_in, tokens_out)
         values ($1, (date_trunc('month', now() at time zone 'utc') - make_interval(months => $2))::date, 4, 30, 20)`,
        [member.id, monthsAgo],
      )
    for (const member of [helen, marcus]) await use(member, 0)
    for (const member of [helen, marcus, grace]) await use(member, 1)
    await use(helen, 6)
    await storeConversation(testServer, helen.id, [
      { question: 'Q', versions: [{ isAbstained: true, isFallback: true }] },
    ])
    await testServer.sql(
      `update ai_messages set usage_day = (now() at time zone 'utc')::date where is_abstained and is_fallback`,
    )
    const { staff_ai_usage: usage } = await desk()
    const none = { num_of_abstained: 0, num_of_fallbacks: 0 }
    expect(usage).toMatchObject([
      { num_of_questions: 8, num_of_members: null, num_of_abstained: 1, num_of_fallbacks: 1, tokens_in: 60 },
      { num_of_questions: 12, num_of_members: 3, ...none, tokens_in: 90, tokens_out: 60 },
    ])
    expect(usage.map(({ peer_network }) => peer_network.id)).toEqual([legal, legal])
    expect(usage.map(({ month }) => month).every((month) => /^\d{4}-\d\d-01T00:00:00/.test(month))).toBe(true)
  })
})

it('does not exist for members, who get empty lists and change nothing', async () => {
  const before = await desk()
  expect(Object.values(await helen.ask(GetStaffAssistant, {})).flat()).toEqual([])
  const [prompt] = before.staff_library_prompts
  const [model] = before.staff_ai_models
  const code = 'staff.not_found'
  expect(await helen.op(SaveLibraryPrompt, PROMPT)).toMatchObject({ code })
  expect(await helen.op(RemoveLibraryPrompt, { id: prompt!.id })).toMatchObject({ code })
  expect(await helen.op(SaveAISource, { key: 'polls', enabled: false, default_selected: false })).toMatchObject({
    code,
  })
  expect(await helen.op(SaveAIModel, { id: model!.id, enabled: false })).toMatchObject({ code })
  expect((await testServer.anonymous().op(GetStaffAssistant, {})).status).toBe(401)
  expect(await desk()).toEqual(before)
})
