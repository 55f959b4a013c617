/** Corrections by the index. */
import { expect, it } from 'vitest'
import { SearchCorrections } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startIndex } from '../harness/search-index.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { promiseSpelling } from './search-spelling-promises.ts'

const testServer = await promiseSpelling(startIndex)
const { legal } = await networkIds(testServer)
const [helen, grace] = await testServer.members(demoMembers.member, demoMembers.billing)
const correct = async (search: string) => (await grace.ask(SearchCorrections, { search })).search_corrections

it('come from the index, with the commoner word first, and are gone with what was removed', async () => {
  const put = async (body: string) =>
    (await insertThread(testServer, { author: helen.id, networks: [legal], body })).opening
  const rare = await put('The peltast.')
  for (let each = 0; each < 3; each++) await put('The pelmets, and pelmets.')
  await testServer.sql('select index_messages(1000000)')
  expect(await correct('pelmats')).toEqual([{ typed: 'pelmats', meant: 'pelmets' }])
  expect(await correct('peltasf')).toEqual([{ typed: 'peltasf', meant: 'peltast' }])
  await testServer.sql('update messages set removed_at = now() where id = $1', [rare])
  // At once, before any job.
  expect(await correct('peltasf')).toEqual([])
})
