/** What is shown of a long text that was found: the part in which the words stand. */
import { describe, expect, it } from 'vitest'
import { FindThreads } from '#api/operations.ts'
import { FOUND_BEGINS, FOUND_ENDS } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
const marked = (word: string) => `${FOUND_BEGINS}${word}${FOUND_ENDS}`
const filler = (times: number) => 'Usual terms of trade. '.repeat(times)

/** The excerpt of a reply with this text. */
async function excerptOf(body: string, search: string): Promise<string> {
  const { id: thread } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  await insertMessage(testServer, { thread, sender: marcus.id, body })
  await testServer.sql("select from graphile_worker.add_job('search:index')")
  await testServer.runJobs()
  const { items } = (await grace.ask(FindThreads, { search })).found_threads
  return items.find(({ thread_id }) => thread_id === thread)!.excerpt
}

describe('an excerpt of a long text', () => {
  it.each([
    ['far from the beginning', `${filler(150)}A quokka waits. ${filler(150)}`, 'quokkas', ['quokka']],
    ['at the very end', `${filler(150)}Ends with a numbat`, 'numbat', ['numbat']],
    [
      'with all words, not where only the first stands',
      `The wombat rests. ${filler(60)}A potoroo. ${filler(60)}One wombat, one potoroo. ${filler(20)}`,
      'wombat potoroo',
      ['wombat', 'potoroo'],
    ],
    [
      'behind a word that only begins alike',
      `Bilbyish. ${filler(60)}The bilbies sleep. ${filler(60)}`,
      'bilby',
      ['bilbies'],
    ],
    ['with an accent that was not typed', `${filler(220)}Une échidné dort. ${filler(220)}`, 'echidne', ['échidné']],
    [
      'although one of the words is nowhere in it',
      `${filler(60)}A cassowary runs. ${filler(60)}`,
      'cassowary unheardof',
      ['cassowary'],
    ],
  ])('shows the words %s', async (_, body, search, words) => {
    const excerpt = await excerptOf(body, search)
    for (const word of words) expect(excerpt).toContain(marked(word))
    expect(excerpt.length).toBeLessThan(500)
  })

  it('neither begins nor ends in the middle of a word, however long the words are', async () => {
    const long = 'Responsibilities '.repeat(100)
    const excerpt = await excerptOf(`${long}A currawong. ${long}`, 'currawong')
    expect(excerpt).toContain(marked('currawong'))
    expect(excerpt.trim()).toMatch(/^Responsibilities .* Responsibilities$/)
  })

  it('shows what stands around the word', async () => {
    const excerpt = await excerptOf(`${filler(100)}Before it, a kookaburra, after it. ${filler(100)}`, 'kookaburra')
    expect(excerpt).toContain(`Before it, a ${marked('kookaburra')}, after it.`)
  })
})
