/** Words that staff want to be found by each other. */
import { expect, it } from 'vitest'
import {
  AddSearchSynonym,
  FindThreads,
  GetSearchSynonyms,
  GetStaffActs,
  RemoveSearchSynonym,
  SearchFilterFeed,
} from '#api/operations.ts'
import { FOUND_BEGINS, FOUND_ENDS } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, grace, staff] = await testServer.members(demoMembers.member, demoMembers.billing, demoMembers.staff)
const put = async (body: string) =>
  (await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Zoo', body })).id
const other = await put('Who keeps wombats, and how?')
const exact = await put('Who keeps a vombatid, in a very long text? '.repeat(9))
await startIndex(testServer)
const found = async (search: string) =>
  (await grace.ask(FindThreads, { search })).found_threads.items.map(({ thread_id }) => thread_id)

it('finds by a synonym once staff have added it, ranked lower, and not after they have removed it', async () => {
  expect(await found('vombatids')).toEqual([exact])
  const { addSearchSynonym: pairs } = await staff.ask(AddSearchSynonym, { word: 'Vombatid', synonym: 'wombat' })
  expect(pairs).toMatchObject([{ word: 'Vombatid', synonym: 'wombat', added_at: expect.any(String) }])
  expect(await found('vombatids')).toEqual([exact, other])
  const { items: threads } = (await grace.ask(FindThreads, { search: 'vombatids' })).found_threads
  expect(threads[1]!.excerpt).toContain(`${FOUND_BEGINS}wombats${FOUND_ENDS}`)
  // In both directions, and in the feed.
  expect(await found('wombat')).toEqual([other, exact])
  const { items } = (await grace.ask(SearchFilterFeed, { search: 'vombatid keeps' })).searchFilterFeed
  expect(items.map(({ thread }) => thread.id).toSorted()).toEqual([other, exact].toSorted())
  expect(await found('"vombatid"')).toEqual([exact])
  expect((await staff.ask(RemoveSearchSynonym, { id: pairs[0]!.id })).removeSearchSynonym).toEqual([])
  expect(await found('vombatids')).toEqual([exact])
})

it('records what staff did, once, and nothing for a pair that is there or gone', async () => {
  const acts = async () => (await staff.ask(GetStaffActs, { limit: 25 })).staff_acts.items
  const before = (await acts()).length
  const { addSearchSynonym: added } = await staff.ask(AddSearchSynonym, { word: 'gnu', synonym: 'wildebeest' })
  await staff.ask(AddSearchSynonym, { word: 'wildebeests', synonym: 'gnu' })
  expect((await staff.ask(GetSearchSynonyms, {})).search_synonyms).toEqual(added)
  for (let times = 0; times < 2; times++) await staff.ask(RemoveSearchSynonym, { id: added[0]!.id })
  const [removed, first, ...rest] = await acts()
  const pair = { word: 'gnu', synonym: 'wildebeest' }
  expect(removed).toMatchObject({ act: 'synonym.removed', item_name: 'gnu, wildebeest', before: pair })
  expect(first).toMatchObject({ act: 'synonym.added', item_name: 'gnu, wildebeest', after: pair })
  expect(rest.length).toBe(before)
})

it.each([
  ['several words', { word: 'non-disclosure agreement', synonym: 'nda' }, 'word', 'search.synonym_word'],
  ['a word that is not indexed', { word: 'nda', synonym: 'the' }, 'synonym', 'search.synonym_word'],
  ['a letter', { word: 'n', synonym: 'nda' }, 'word', 'search.synonym_word'],
  ['forms of the same word', { word: 'contracts', synonym: 'contract' }, 'synonym', 'search.synonym_same'],
])('refuses %s', async (_, pair, field, code) => {
  expect(await staff.op(AddSearchSynonym, pair)).toMatchObject({ code, field })
  expect((await staff.ask(GetSearchSynonyms, {})).search_synonyms).toEqual([])
})

it('does not exist for members', async () => {
  const { addSearchSynonym: pairs } = await staff.ask(AddSearchSynonym, { word: 'okapi', synonym: 'giraffe' })
  expect((await grace.ask(GetSearchSynonyms, {})).search_synonyms).toEqual([])
  expect((await grace.op(AddSearchSynonym, { word: 'emu', synonym: 'rhea' })).code).toBe('staff.not_found')
  expect((await grace.op(RemoveSearchSynonym, { id: pairs[0]!.id })).code).toBe('staff.not_found')
  expect((await testServer.anonymous().op(GetSearchSynonyms, {})).status).toBe(401)
  expect((await staff.ask(GetSearchSynonyms, {})).search_synonyms).toEqual(pairs)
})
