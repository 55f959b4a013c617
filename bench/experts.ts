/** npm run bench -- experts: expert and member searches and filters on one connection; the most named expert's page. */
import { reads } from '#server/app.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { findViewers, openLarge, print, round, timeOperations, type AskedOperations } from './kit.ts'

const { database } = await openLarge()
const { three } = await findViewers(database.hot)
const engine = makeEngine({ contract: loadContract(), reads, hot: database.hot, search: database.search })
const { rows } = await database.hot.query<{ id: number }>(
  'select id from experts order by mention_count desc, id limit 1',
)
const asked: AskedOperations = {
  everyone: ['SearchFilterExperts', {}],
  name: ['SearchFilterExperts', { search: 'corvin' }],
  words: ['SearchFilterExperts', { search: 'regulator' }],
  matter: ['SearchFilterExperts', { areas_of_expertise: [3] }],
  place: ['SearchFilterExperts', { geographies: [3] }],
  category: ['SearchFilterExperts', { company_types: [2] }],
  price: ['SearchFilterExperts', { prices: [2], types: ['company'] }],
  preview: ['SearchFilterExpertsPreview', { search: 'cor' }],
  categories: ['SearchFilterCompanyTypes', {}],
  page: ['GetExpertProfile', { id: rows[0]!.id }],
  members: ['profilesSearchFilter', {}],
  member_name: ['profilesSearchFilter', { search: 'anna' }],
  member_names: ['profilesSearchFilter', { search: 'munich anna' }],
  member_words: ['profilesSearchFilter', { search: 'counsel' }],
}
const times = await timeOperations({ database, engine, viewer: three }, asked, {
  look_up: (hot) =>
    hot.query({ name: 'look-up', text: 'select e.* from experts e where e.id = $1', values: [rows[0]!.id] }),
})
await database.close()
print('experts', {
  must: { milliseconds_of_a_search: '<= 40' },
  milliseconds: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms)])),
  ratios_to_look_up: Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, round(ms / times['look_up']!)]),
  ),
})
