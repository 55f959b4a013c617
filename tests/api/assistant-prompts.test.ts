/** Prompts of the library, members' own prompts, and what the assistant should know about a member. */
import { describe, expect, it } from 'vitest'
import {
  CreateUserPromptTemplate,
  DeleteUserPromptTemplate,
  GetAIUserPreferences,
  GetPromptHub,
  GetUserPromptTemplates,
  RenameUserPromptTemplate,
  SaveFeatureFlag,
  UpdateAIUserPreferences,
  UpdateUserPromptTemplate,
} from '#api/operations.ts'
import { PROMPTS_LIMIT } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const [helen, marcus, staff] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const own = async (member: Client) => (await member.ask(GetUserPromptTemplates, {})).user_prompt_templates
const create = (member: Client, more: object = {}) =>
  member.op(CreateUserPromptTemplate, {
    name: 'Fees',
    content: 'What do members pay?',
    idempotency_key: newKey(),
    ...more,
  })

describe('the prompt hub', () => {
  it('has the prompts of the library, by category and order (OP-GetPromptHub, ENUM-prompt_type, FIELD-prompt_template.id, FIELD-prompt_template.name, FIELD-prompt_template.content, FIELD-prompt_template.prompt_type, FIELD-prompt_template.description, FIELD-prompt_template.order, FIELD-prompt_template.category)', async () => {
    await create(helen)
    const { prompt_hub } = await helen.ask(GetPromptHub, {})
    expect(prompt_hub.length).toBeGreaterThanOrEqual(10)
    expect(
      prompt_hub.every(({ prompt_type, description, content }) => prompt_type === 'library' && description && content),
    ).toBe(true)
    const places = prompt_hub.map(({ category, order }) => `${category} ${order}`)
    expect(places).toEqual([...places].sort())
  })

  it('is searched, and narrowed to a category', async () => {
    const found = await helen.ask(GetPromptHub, { search: 'NEGOTIATE' })
    expect(found.prompt_hub.map(({ name }) => name)).toEqual(['How was it negotiated?'])
    const { prompt_hub } = await helen.ask(GetPromptHub, { category: 'Regulation' })
    expect(prompt_hub.map(({ category }) => category)).toEqual(['Regulation'])
  })
})

describe('a member’s own prompts', () => {
  it('are created, once however often it is sent, and are nobody else’s (OP-CreateUserPromptTemplate, OP-GetUserPromptTemplates, FIELD-prompt_template.attachments)', async () => {
    const file = await uploaded(testServer, marcus, 'clause.txt', 'A clause.')
    const again = { name: ' My  prompt ', content: 'Who?', attachments: [file], idempotency_key: newKey() }
    const first = await marcus.ask(CreateUserPromptTemplate, again)
    expect(first.createUserPromptTemplate).toMatchObject({ name: 'My prompt', content: 'Who?', prompt_type: 'user' })
    expect(first.createUserPromptTemplate.attachments).toMatchObject([{ name: 'clause.txt' }])
    expect((await marcus.ask(CreateUserPromptTemplate, again)).createUserPromptTemplate.id).toBe(
      first.createUserPromptTemplate.id,
    )
    expect((await own(marcus)).map(({ name }) => name)).toEqual(['My prompt'])
    for (const other of [helen, staff])
      expect((await own(other)).map(({ id }) => id)).not.toContain(first.createUserPromptTemplate.id)
  })

  it.each([
    [{ name: ' ' }, 'assistant.name_missing'],
    [{ content: ' ' }, 'assistant.prompt_missing'],
    [{ name: 'x'.repeat(121) }, 'assistant.name_too_long'],
    [{ content: 'x'.repeat(4_001) }, 'assistant.prompt_too_long'],
  ])('need a name and a text that fit: %o', async (more, code) => {
    expect((await create(helen, more)).code).toBe(code)
  })

  it('are renamed and changed, with a name (OP-RenameUserPromptTemplate, OP-UpdateUserPromptTemplate, VALID-rename-prompt)', async () => {
    const { id } = (await create(helen)).data!.createUserPromptTemplate
    const rename = (name: string, member = helen) => member.op(RenameUserPromptTemplate, { id, name })
    expect((await rename('Costs')).data!.renameUserPromptTemplate.name).toBe('Costs')
    expect((await rename(' ')).code).toBe('assistant.name_missing')
    expect((await rename('Mine', marcus)).code).toBe('assistant.prompt_not_found')
    const change = (more: object, member = helen) => member.op(UpdateUserPromptTemplate, { id, ...more })
    const file = await uploaded(testServer, helen, 'terms.txt', 'Terms.')
    expect((await change({ content: 'How much?', attachments: [file] })).data!.updateUserPromptTemplate).toMatchObject({
      name: 'Costs',
      content: 'How much?',
      attachments: [{ name: 'terms.txt' }],
    })
    expect((await change({ attachments: [] })).data!.updateUserPromptTemplate.attachments).toEqual([])
    expect((await change({ content: ' ' })).code).toBe('assistant.prompt_missing')
    expect((await change({ content: 'Mine' }, marcus)).code).toBe('assistant.prompt_not_found')
  })

  it('are deleted by their owner (OP-DeleteUserPromptTemplate)', async () => {
    const { id } = (await create(helen)).data!.createUserPromptTemplate
    expect((await marcus.op(DeleteUserPromptTemplate, { id })).code).toBe('assistant.prompt_not_found')
    expect((await helen.ask(DeleteUserPromptTemplate, { id })).deleteUserPromptTemplate.deleted).not.toBeNull()
    expect((await own(helen)).map((each) => each.id)).not.toContain(id)
    expect((await helen.op(RenameUserPromptTemplate, { id, name: 'x' })).code).toBe('assistant.prompt_not_found')
  })

  it(`are at most ${PROMPTS_LIMIT}`, async () => {
    await testServer.sql(
      `insert into prompt_templates (prompt_type, user_id, name, content)
       select 'user', $1, 'Prompt ' || n, 'Text' from generate_series(1, $2 - (select count(*)::integer from prompt_templates where user_id = $1 and deleted is null)) n`,
      [helen.id, PROMPTS_LIMIT],
    )
    expect((await create(helen)).code).toBe('assistant.too_many_prompts')
    await testServer.sql(`update prompt_templates set deleted = now() where user_id = $1 and name = 'Prompt 1'`, [
      helen.id,
    ])
    expect((await create(helen)).code).toBeUndefined()
  })
})

describe('preferences', () => {
  it('are the member’s own, and changed by them (OP-GetAIUserPreferences, DECISION-missing-preference-mutation, FIELD-ai_user_preferences.risk_tolerance, FIELD-ai_user_preferences.context)', async () => {
    const read = async (member: Client) => (await member.ask(GetAIUserPreferences, {})).ai_user_preferences
    expect(await read(helen)).toBeNull()
    const kept = { risk_tolerance: 'low' as const, context: 'Steel, 3,000 employees', daily_limit: 20 }
    expect(
      (await helen.ask(UpdateAIUserPreferences, { ...kept, context: ` ${kept.context} ` })).updateAIUserPreferences,
    ).toEqual(kept)
    expect(await read(helen)).toEqual(kept)
    expect(await read(marcus)).toBeNull()
    expect((await helen.op(UpdateAIUserPreferences, { context: 'x'.repeat(1_001) })).code).toBe(
      'assistant.context_too_long',
    )
    for (const daily_limit of [0, 51])
      expect((await helen.op(UpdateAIUserPreferences, { daily_limit })).code).toBe('assistant.daily_limit')
    await helen.ask(UpdateAIUserPreferences, {})
    expect(await read(helen)).toEqual({ risk_tolerance: null, context: '', daily_limit: null })
  })
})

it('has nothing to show where it is switched off', async () => {
  await helen.ask(UpdateAIUserPreferences, { context: 'Steel' })
  await staff.ask(SaveFeatureFlag, { key: 'ai_assistant', enabled: false, email: demoMembers.member })
  expect((await create(helen)).code).toBe('features.off')
  expect((await helen.op(UpdateAIUserPreferences, {})).code).toBe('features.off')
  expect(await own(helen)).toEqual([])
  expect((await helen.ask(GetPromptHub, {})).prompt_hub).toEqual([])
  expect((await helen.ask(GetAIUserPreferences, {})).ai_user_preferences).toBeNull()
  await testServer.sql('delete from feature_flags')
  expect((await own(helen)).length).toBeGreaterThan(0)
})
