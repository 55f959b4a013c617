/** Reasons that moderators keep, to begin from. */
import { beforeEach, describe, expect, it } from 'vitest'
import { GetAnswerTemplates, GetStaffActs, RemoveAnswerTemplate, SaveAnswerTemplate } from '#api/operations.ts'
import { ANSWER_TEMPLATES, REASON_LENGTH, TEMPLATE_NAME_LENGTH } from '#shared/moderation.ts'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { finance } = await networkIds(testServer)
const [helen, ruth] = await testServer.members(demoMembers.member, demoMembers.staff)
const moderator = await newStaff(testServer, { role: 'moderator', network: finance })
const selling = { name: 'Selling', text: 'This post offers a service.\nPlease use the vendors page.' }

beforeEach(() => testServer.sql('delete from answer_templates'))

it('are shared by all moderators, by name, and each change is on record', async () => {
  const { saveAnswerTemplate: saved } = await moderator.ask(SaveAnswerTemplate, selling)
  expect(saved).toMatchObject([{ ...selling, updated_at: expect.any(String) }])
  const { id } = saved[0]!
  await ruth.ask(SaveAnswerTemplate, { name: 'advice to a client', text: 'This asks for legal advice.' })
  const changed = { name: 'Sales', text: 'This post sells something.' }
  const { saveAnswerTemplate: all } = await ruth.ask(SaveAnswerTemplate, { id, ...changed })
  expect(all.map(({ name }) => name)).toEqual(['advice to a client', 'Sales'])
  expect((await moderator.ask(GetAnswerTemplates, {})).answer_templates).toEqual(all)
  for (let times = 0; times < 2; times++) await moderator.ask(RemoveAnswerTemplate, { id })
  const { items } = (await ruth.ask(GetStaffActs, { limit: 25 })).staff_acts
  const acts = items.filter(
    ({ act, item_name }) => act.startsWith('answer_template') && item_name !== 'advice to a client',
  )
  expect(acts.map(({ act }) => act)).toEqual([
    'answer_template.removed',
    'answer_template.changed',
    'answer_template.added',
  ])
  expect(acts[1]).toMatchObject({ before: selling, after: changed })
})

it('do not exist for members and other staff', async () => {
  const { saveAnswerTemplate: saved } = await moderator.ask(SaveAnswerTemplate, selling)
  for (const client of [helen, await newStaff(testServer, { role: 'content' })]) {
    expect((await client.ask(GetAnswerTemplates, {})).answer_templates).toEqual([])
    expect((await client.op(SaveAnswerTemplate, { ...selling, name: 'Mine' })).code).toBe('staff.not_found')
    expect((await client.op(RemoveAnswerTemplate, { id: saved[0]!.id })).code).toBe('staff.not_found')
  }
  expect((await moderator.ask(GetAnswerTemplates, {})).answer_templates).toEqual(saved)
})

describe('a template', () => {
  it.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with a long name', { name: 'x'.repeat(TEMPLATE_NAME_LENGTH + 1) }, 'name'],
    ['without words', { text: '  ' }, 'text'],
    ['longer than a reason', { text: 'x'.repeat(REASON_LENGTH.max + 1) }, 'text'],
  ])('%s is refused', async (_, changed, field) => {
    expect(await moderator.op(SaveAnswerTemplate, { ...selling, ...changed })).toMatchObject({
      code: 'moderation.template',
      field,
    })
    expect((await moderator.ask(GetAnswerTemplates, {})).answer_templates).toEqual([])
  })

  it('has a name of its own, also when two moderators save at once, and there is a limit', async () => {
    const answers = await Promise.all(
      ['Selling', 'selling', 'SELLING'].map((name) => moderator.op(SaveAnswerTemplate, { ...selling, name })),
    )
    expect(answers.filter(({ data }) => data !== null)).toHaveLength(1)
    await testServer.sql(
      `insert into answer_templates (name, text) select 'Template ' || n, 'Some words.' from generate_series(1, $1) n`,
      [ANSWER_TEMPLATES - 2],
    )
    const rest = await Promise.all(
      ['A', 'B', 'C'].map((name) => moderator.op(SaveAnswerTemplate, { ...selling, name })),
    )
    expect(rest.filter(({ data }) => data !== null)).toHaveLength(1)
  })

  it('that somebody else has removed is not saved', async () => {
    const { saveAnswerTemplate: saved } = await moderator.ask(SaveAnswerTemplate, selling)
    const { id } = saved[0]!
    await ruth.ask(RemoveAnswerTemplate, { id })
    expect((await moderator.op(SaveAnswerTemplate, { id, ...selling })).code).toBe('moderation.template_gone')
    expect((await moderator.ask(GetAnswerTemplates, {})).answer_templates).toEqual([])
  })
})
