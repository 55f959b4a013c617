import { describe, expect, it } from 'vitest'
import {
  GetExpertDuplicates,
  GetExpertMerges,
  GetExpertProfile,
  LikeEntity,
  MergeExperts,
  RecommendExpert,
  ReplyToThread,
  UndoExpertMerge,
  thread,
} from '#api/operations.ts'
import { MERGE_UNDO_DAYS } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
)
const [area] = await testServer.sql<{ id: number }>('select id from areas_of_expertise order by id limit 1')
const recommend = async (client: Client, name: string, more: object = {}) =>
  (
    await client.ask(RecommendExpert, {
      expert: { new_expert: { name, type: 'company' } },
      message: 'Good work.',
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
      ...more,
    })
  ).recommendExpert.expert_id
const person = (name: string, company: string) => ({
  expert: { new_expert: { name, type: 'individual' } },
  company: { new_company: { name: company } },
})
const profile = async (client: Client, id: number) => (await client.ask(GetExpertProfile, { id })).expert_profile
const merge = (client: Client, from_id: number, into_id: number, more: object = {}) =>
  client.op(MergeExperts, {
    from_id,
    into_id,
    reason: 'The same firm, spelt twice.',
    idempotency_key: newKey(),
    ...more,
  })
const undo = (client: Client, id: number) => client.op(UndoExpertMerge, { id })
const drift = async () => [
  await counterErrors(testServer),
  (await testServer.sql('select drifted_experts(array(select id from experts)) as id')).length,
]
/** Two firms, each with a recommendation, a person, a vote, and one message that names both. */
async function pair(name: string) {
  const [left, stays] = [await recommend(marcus, name), await recommend(grace, `${name} International`)]
  const colleague = await recommend(marcus, name, person(`Ada ${name}`, name))
  await grace.ask(LikeEntity, { likes: [{ entity_type: 'expert', entity_id: left, sentiment: true }] })
  await marcus.ask(LikeEntity, {
    likes: [left, stays].map((entity_id) => ({ entity_type: 'expert' as const, entity_id, sentiment: true })),
  })
  const { id } = await insertThread(testServer, {
    author: helen.id,
    networks: [legal],
    thread_type: 'recommendation_request',
  })
  for (const experts of [[left, stays], [left]])
    await marcus.ask(ReplyToThread, {
      thread_id: id,
      body: '<p>These.</p>',
      experts: experts.map((existing_expert) => ({ existing_expert, areas_of_expertise: [] })),
      idempotency_key: newKey(),
    })
  return { left, stays, colleague, thread: id }
}

describe('MergeExperts', () => {
  it('joins what was said of both, once for each member and message, and finds the one under the other', async () => {
    const { left, stays, colleague, thread: id } = await pair('Mergewell')
    const before = { left: await profile(helen, left), stays: await profile(helen, stays) }
    expect((await helen.ask(thread, { id })).thread!.num_of_recommendations).toBe(2)
    const { mergeExperts: made } = (await merge(staff, left, stays)).data!
    expect(made).toMatchObject({ from: { id: left }, into: { id: stays }, can_undo: true, undone_at: null })

    const joined = (await profile(helen, stays))!
    expect(joined).toMatchObject({ mention_count: 2, num_of_upvotes: 2, standing: { num_of_members: 2 } })
    expect(joined.company_experts.map((each) => each.id)).toEqual([colleague])
    expect((await profile(helen, left))!.id).toBe(stays)
    expect((await helen.ask(thread, { id })).thread!.num_of_recommendations).toBe(1)
    expect(await recommend(grace, 'Mergewell LLP'), 'the old name leads to the one').toBe(stays)
    expect((await merge(staff, left, stays)).code).toBe('experts.merged_already')
    expect(await drift()).toEqual([0, 0])

    expect((await undo(staff, made!.id)).data!.undoExpertMerge).toMatchObject({ can_undo: false })
    const parted = { left: await profile(helen, left), stays: await profile(helen, stays) }
    expect(parted.left).toEqual(before.left)
    // Grace's last recommendation was for the expert that stays.
    expect(parted.stays).toMatchObject({ id: stays, num_of_upvotes: before.stays!.num_of_upvotes, mention_count: 1 })
    expect((await undo(staff, made!.id)).code, 'undone already').toBeUndefined()
    expect(await drift()).toEqual([0, 0])
  })

  it('is for staff, who are refused two of different kinds, one with itself, and no reason', async () => {
    const { left, stays, colleague } = await pair('Refusewell')
    const missing = await merge(staff, 999_999, stays)
    expect((await merge(helen, left, stays)).text).toBe(missing.text)
    expect((await undo(helen, 1)).code).toBe('experts.not_here')
    expect((await undo(staff, 999_999)).code).toBe('experts.not_here')
    expect((await merge(staff, left, left)).code).toBe('experts.merge_same')
    expect((await merge(staff, left, colleague)).code).toBe('experts.merge_kinds')
    expect((await merge(staff, left, stays, { reason: ' ' })).code).toBe('experts.merge_reason')
    expect(await merge(testServer.anonymous(), left, stays)).toMatchObject({ status: 401 })
    expect(await undo(testServer.anonymous(), 1)).toMatchObject({ status: 401 })
  })

  it('is written down, done once for a key, and final after a while or once it was built upon', async () => {
    const { left, stays } = await pair('Finalwell')
    const key = { idempotency_key: newKey() }
    const [first, again] = [await merge(staff, left, stays, key), await merge(staff, left, stays, key)]
    expect(again.text).toBe(first.text)
    const id = first.data!.mergeExperts!.id
    const { expert_merges } = await staff.ask(GetExpertMerges, {})
    expect(expert_merges.items[0]).toMatchObject({ id, reason: 'The same firm, spelt twice.', actor: { id: staff.id } })
    const third = await recommend(grace, 'Otherwell')
    const built = (await merge(staff, stays, third)).data!.mergeExperts!
    expect((await undo(staff, id)).code).toBe('experts.merge_final')
    expect((await profile(helen, left))!.id).toBe(third)
    await undo(staff, built.id)
    await testServer.sql(
      `update expert_merges set at = now() - interval '${MERGE_UNDO_DAYS} days 1 minute' where id = $1`,
      [id],
    )
    expect((await undo(staff, id)).code).toBe('experts.merge_final')
    expect((await helen.ask(GetExpertMerges, {})).expert_merges).toEqual({ count: 0, items: [] })
    expect(await testServer.anonymous().op(GetExpertMerges, {})).toMatchObject({ status: 401 })
  })

  it('is proposed to staff where names are alike, and to nobody else', async () => {
    const found = (await staff.ask(GetExpertDuplicates, {})).expert_duplicates
    const names = found.map(({ one, other }) => [one!.name, other!.name])
    expect(names).toContainEqual(['Ewan Mackintosh', 'Ewan Macintosh'])
    expect(found.map(({ likeness }) => likeness)).toEqual(
      found.map(({ likeness }) => likeness).toSorted((a, b) => b - a),
    )
    expect((await helen.ask(GetExpertDuplicates, {})).expert_duplicates).toEqual([])
    expect(await testServer.anonymous().op(GetExpertDuplicates, {})).toMatchObject({ status: 401 })
  })

  it('is proposed for every pair of names that are similar enough', async () => {
    const stems = ['Araminta Vandersloot', 'Bartholomew Oxenstierna', 'Casimir Thunderblossom']
    const endings = ['', ' Quill', ' Quill Junior', ' of Kirkcudbright', ' Kirkcudbright Zwart', ' Zwart']
    await testServer.sql(
      `insert into experts (type, name, normalised_name, search_name)
       select 'individual', s || e, lower(s || e), lower(s || e) from unnest($1::text[]) s cross join unnest($2::text[]) e`,
      [stems, endings],
    )
    const alike = await testServer.sql<{ one: number; other: number }>(
      `select one.id as one, other.id as other from experts one join experts other
         on other.id > one.id and other.type = 'individual' and similarity(one.normalised_name, other.normalised_name) >= 0.6
       where one.type = 'individual' and one.merged_into is null and other.merged_into is null`,
    )
    const found = (await staff.ask(GetExpertDuplicates, { limit: 100 })).expert_duplicates
    expect(alike.length).toBeGreaterThan(10)
    for (const { one, other } of found) expect(alike).toContainEqual({ one: one!.id, other: other!.id })
    expect(found.length).toBe(Math.min(alike.length, 25))
  })
})
