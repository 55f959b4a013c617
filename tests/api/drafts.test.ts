import { describe, expect, it } from 'vitest'
import { DropDraft, GetDrafts, SaveDraft } from '#api/operations.ts'
import { DRAFT_BYTES, DRAFT_KEY_LENGTH, DRAFTS } from '#shared/discussions.ts'
import { cast } from '../cast.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const [helen, marcus, camille, staff] = await house.members(cast.member, cast.peer, cast.groupAdmin, cast.staff)
const draft = (text: string) => ({ html: `<p>${text}</p>`, text, is_private: true })

describe('drafts', () => {
  it('are there on another device, as they were last kept, and nowhere once dropped', async () => {
    await helen.ask(SaveDraft, { key: '12.thread', content: draft('One') })
    await helen.ask(SaveDraft, { key: '12.thread', content: draft('Two') })
    await helen.ask(SaveDraft, { key: '12.345', content: draft('Three') })
    const other = await house.member(cast.member)
    const { drafts } = await other.ask(GetDrafts, {})
    expect(drafts.map(({ key, content }) => [key, content])).toEqual([
      ['12.345', draft('Three')],
      ['12.thread', draft('Two')],
    ])
    expect(await other.ask(DropDraft, { key: '12.thread' })).toEqual({ dropDraft: { key: '12.thread' } })
    await other.ask(DropDraft, { key: '12.thread' })
    expect((await helen.ask(GetDrafts, {})).drafts.map(({ key }) => key)).toEqual(['12.345'])
  })

  it('are read and dropped by their owner only, and not by staff', async () => {
    await helen.ask(SaveDraft, { key: 'new', content: draft('Canary in a draft') })
    for (const other of [marcus, staff]) {
      expect((await other.op(GetDrafts, {})).text).not.toContain('Canary')
      await other.ask(DropDraft, { key: 'new' })
    }
    expect((await helen.op(GetDrafts, {})).text).toContain('Canary in a draft')
    expect(await house.anonymous().op(GetDrafts, {})).toMatchObject({ status: 401 })
  })

  it.each([
    ['no key', { key: '', content: {} }],
    ['too long a key', { key: 'x'.repeat(DRAFT_KEY_LENGTH + 1), content: {} }],
    ['no object', { key: 'new', content: 'text' }],
    ['a list', { key: 'new', content: [] }],
    ['half an emoji', { key: 'new', content: { text: '\ud83d' } }],
    ['too much', { key: 'new', content: { text: 'x'.repeat(DRAFT_BYTES), more: 'y' } }],
  ])('are refused with %s', async (_, variables) => {
    expect((await camille.op(SaveDraft, variables)).code).toMatch(/^discussions\.draft_/)
    expect((await camille.ask(GetDrafts, {})).drafts).toEqual([])
  })

  it(`are at most ${DRAFTS}, of which the oldest go`, async () => {
    for (let index = 0; index <= DRAFTS; index++) await marcus.ask(SaveDraft, { key: `${index}.thread`, content: {} })
    const { drafts } = await marcus.ask(GetDrafts, {})
    expect(drafts).toHaveLength(DRAFTS)
    expect(drafts.map(({ key }) => key)).not.toContain('0.thread')
  })
})
