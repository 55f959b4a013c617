/** A search that takes too long is cancelled and answered with a message, and no other request waits for it. */
import { expect, it } from 'vitest'
import {
  SearchFilterExperts,
  FindThreads,
  Notifications,
  profilesSearchFilter,
  QuerySuggestions,
  SearchFilterFeed,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer({ DATABASE_SEARCH_POOL: '3' })
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
for (const topic of ['The tardigrade clause', 'The capybara clause'])
  await insertThread(testServer, { author: helen.id, networks: [legal], topic })
await testServer.sql('select index_messages(1000000)')
// Simulates a phrase of common words in a large database: ten seconds, where other searches take milliseconds.
await testServer.sql(`
  create or replace function bm25(words tsvector, length integer, average_length double precision, terms tsquery[], rarities double precision[])
  returns table (score double precision) language plpgsql stable as $$
  begin
    if words @@ 'tardigrad'::tsquery then perform pg_sleep(10); end if;
    return query select 1::float8;
  end $$`)

it('stops a slow search after a second, says what to change, and answers the others meanwhile', async () => {
  let stopped = 0
  const slow = Array.from({ length: 6 }, async () => {
    const answer = await marcus.op(FindThreads, { search: '"tardigrade clause"' })
    stopped += 1
    return answer
  })
  const others = async () => {
    const [found] = await Promise.all([
      grace.ask(FindThreads, { search: 'capybara' }),
      grace.ask(QuerySuggestions, { query: 'cap' }),
      grace.ask(profilesSearchFilter, { search: 'helen' }),
      grace.ask(SearchFilterExperts, { search: 'law' }),
      grace.ask(SearchFilterFeed, { search: 'capybara' }),
    ])
    return found.found_threads.count
  }
  expect(await others()).toBe(1)
  // Filtering a list is not a search: it does not queue behind the same member's searches.
  await marcus.ask(Notifications, { limit: 25, offset: 0, filter: { unread: true } })
  expect(stopped).toBeLessThan(slow.length)
  for (const answer of await Promise.all(slow))
    expect(answer).toMatchObject({
      status: 200,
      code: 'search.too_slow',
      message: expect.stringMatching(/took longer than 1 second and was stopped\. Use rarer words/),
    })
})
