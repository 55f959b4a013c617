import { describe, expect, it } from 'vitest'
import { DropDraft, GetDrafts, OwnDrafts, SaveDraft } from '#api/operations.ts'
import { DRAFT_BYTES, DRAFT_KEY_LENGTH, DRAFTS } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const [helen, marcus, camille, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.staff,
)
const draft = (text: string) => ({ html: `<p>${text}</p>`, text, is_private: true })

describe('drafts', () => {
  it('are there on another device, as they were last kept, and nowhere once dropped', async () => {
    await helen.ask(SaveDraft, { key: '12.thread', content: draft('One') })
    await helen.ask(SaveDraft, { key: '12.thread', content: draft('Two') })
    await helen.ask(SaveDraft, { key: '12.345', content: draft('Three') })
    const other = await testServer.member(demoMembers.member)
    const { drafts } = await other.ask(GetDrafts, {})
    expect(drafts.map(({ key, content }) => [key, content])).toEqual([
      ['12.345', draft('Three')],
      ['12.thread', draft('Two')],
    ])
    expect(await other.ask(DropDraft, { key: '12.thread' })).toEqual({ dropDraft: { key: '12.thread' } })
    await other.ask(DropDraft, { key: '12.thread' })
    expect((await helen.ask(GetDrafts, {})).drafts.map(({ key }) => key)).toEqual(['12.345'])
  })

  it('name the thread that they are for, unless it cannot be read', async () => {
    const { legal, finance } = await networkIds(testServer)
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'A clause' })
    const elsewhere = await insertThread(testServer, { author: marcus.id, networks: [finance], topic: 'A budget' })
    for (const key of [`${id}.thread`, `${elsewhere.id}.thread`, 'new'])
      await helen.ask(SaveDraft, { key, content: draft(key) })
    const { drafts } = await helen.ask(OwnDrafts, {})
    expect(drafts.slice(0, 3).map(({ thread }) => thread)).toEqual([null, null, { id, topic: 'A clause' }])
    expect((await testServer.anonymous().op(OwnDrafts, {})).data).toBeNull()
  })

  it('are not replaced by a device that does not know what another has kept meanwhile', async () => {
    const from = (device: string, text: string) => ({ ...draft(text), device })
    const { saveDraft: first } = await camille.ask(SaveDraft, { key: '13.thread', content: from('desk', 'One') })
    await camille.ask(SaveDraft, { key: '13.thread', content: from('desk', 'Two') })
    const late = { key: '13.thread', content: from('phone', 'Three') }
    expect((await camille.op(SaveDraft, late)).code).toBe('discussions.draft_elsewhere')
    expect((await camille.op(SaveDraft, { ...late, known: first.updated_at })).code).toBe('discussions.draft_elsewhere')
    const [kept] = (await camille.ask(GetDrafts, {})).drafts
    expect(kept!.content).toEqual(from('desk', 'Two'))
    await camille.ask(SaveDraft, { ...late, known: kept!.updated_at })
    expect((await camille.ask(GetDrafts, {})).drafts.map(({ content }) => content)).toEqual([from('phone', 'Three')])
    await camille.ask(DropDraft, { key: '13.thread' })
  })

  it('are dropped as they are known, or by the device that kept them, so that what was added elsewhere stays', async () => {
    const from = (device: string) => ({ key: '14.thread', content: { ...draft('Begun'), device } })
    const { saveDraft: begun } = await camille.ask(SaveDraft, from('desk'))
    const { saveDraft: added } = await camille.ask(SaveDraft, { ...from('phone'), known: begun.updated_at })
    const left = async (asked: object) => {
      await camille.ask(DropDraft, { key: '14.thread', ...asked })
      return (await camille.ask(GetDrafts, {})).drafts.length
    }
    expect(await left({ known: begun.updated_at, device: 'desk' })).toBe(1)
    expect(await left({ known: added.updated_at, device: 'desk' })).toBe(0)
    await camille.ask(SaveDraft, from('phone'))
    expect(await left({ device: 'desk' })).toBe(1)
    expect(await left({ known: null, device: 'phone' })).toBe(0)
  })

  it('are read and dropped by their owner only, and not by staff', async () => {
    await helen.ask(SaveDraft, { key: 'new', content: draft('Canary in a draft') })
    for (const other of [marcus, staff]) {
      expect((await other.op(GetDrafts, {})).text).not.toContain('Canary')
      await other.ask(DropDraft, { key: 'new' })
    }
    expect((await helen.op(GetDrafts, {})).text).toContain('Canary in a draft')
    expect(await testServer.anonymous().op(GetDrafts, {})).toMatchObject({ status: 401 })
  })

  it.each([
    ['no key', { key: '', content: {} }],
    ['too long a key', { key: 'x'.repeat(DRAFT_KEY_LENGTH + 1), content: {} }],
    ['no object', { key: 'new', content: 'text' }],
    ['a list', { key: 'new', content: [] }],
    ['too much', { key: 'new', content: { text: 'x'.repeat(DRAFT_BYTES), more: 'y' } }],
  ])('are refused with %s', async (_, variables) => {
    expect((await camille.op(SaveDraft, variables)).code).toMatch(/^discussions\.draft_/)
    expect((await camille.ask(GetDrafts, {})).drafts).toEqual([])
  })

  it('are refused with half an emoji, which the database could not keep', async () => {
    const { status, code, text } = await camille.op(SaveDraft, { key: 'new', content: { text: '\ud83d' } })
    expect([status, code]).toEqual([400, 'request.variables'])
    expect(text).toContain('content holds a character that cannot be stored.')
    expect((await camille.ask(GetDrafts, {})).drafts).toEqual([])
  })

  it(`are at most ${DRAFTS}, of which the oldest go`, async () => {
    for (let index = 0; index <= DRAFTS; index++) await marcus.ask(SaveDraft, { key: `${index}.thread`, content: {} })
    const { drafts } = await marcus.ask(GetDrafts, {})
    expect(drafts).toHaveLength(DRAFTS)
    expect(drafts.map(({ key }) => key)).not.toContain('0.thread')
  })
})
