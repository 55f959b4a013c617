/** Corrections as the database finds them: as long as there are no segments. And which words are known. */
import { expect, it } from 'vitest'
import { RemoveThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { promiseSpelling } from './search-spelling-promises.ts'

const testServer = await promiseSpelling(async () => {})
const { legal } = await networkIds(testServer)
const helen = await testServer.member(demoMembers.member)
const index = () => testServer.sql('select index_messages(1000000)')
const put = async (body: string) => (await insertThread(testServer, { author: helen.id, networks: [legal], body })).id

it('words are forgotten with what was removed', async () => {
  const id = await put('The thylacine paper')
  await index()
  const known = () => testServer.sql("select from search_words where word = 'thylacine'")
  expect(await known()).toHaveLength(1)
  await helen.ask(RemoveThread, { thread_id: id })
  await index()
  await testServer.sql("select from graphile_worker.add_job('search:count-words')")
  await testServer.runJobs()
  expect(await known()).toEqual([])
  expect((await testServer.sql('select from search_words')).length).toBeGreaterThan(50)
})

it('addresses and numbers are no words', async () => {
  await put('Write to wombat@example.test or see https://wombatville.test/burrow77 on 4711abc')
  await index()
  expect(await testServer.sql(`select word from search_words where word ~ 'wombat|burrow|4711|example'`)).toEqual([])
})
