/** A misspelled word is corrected to a similar one that occurs in text the reader may read and is no one's name. */
import { describe, expect, it } from 'vitest'
import { FindThreads, RemoveThread, SearchCorrections } from '#api/operations.ts'
import { FOUND_BEGINS, FOUND_ENDS } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

export async function promiseSpelling(prepare: (testServer: TestServer) => Promise<void>): Promise<TestServer> {
  const testServer = await startTestServer()
  const { legal, finance } = await networkIds(testServer)
  const [helen, camille, grace, samuel, staff] = await testServer.members(
    demoMembers.member,
    demoMembers.groupAdmin,
    demoMembers.billing,
    demoMembers.finance,
    demoMembers.staff,
  )
  const index = () => testServer.sql('select index_messages(1000000)')
  const meant = async (who: Client, search: string) =>
    (await who.ask(SearchCorrections, { search })).search_corrections.map(({ meant: word }) => word)
  const put = async (body: string, networks = [legal], author = helen.id) =>
    (await insertThread(testServer, { author, networks, body })).id

  await prepare(testServer)

  describe('a word that nothing has', () => {
    it.each([
      ['a letter missing', 'axolotls', 'axoltls'],
      ['a letter wrong', 'quokka', 'quolka'],
      ['a letter too many', 'bandicoot', 'banddicoot'],
      ['two letters changed', 'potoroo', 'potooro'],
      ['a short word', 'numb', 'nubm'],
      ['without its accents, and as it is spelt', 'échidné', 'Échidme'],
    ])('is met by its neighbour: %s', async (_, word, typed) => {
      const id = await put(`Who keeps ${word} here?`)
      await index()
      const [correction] = (await grace.ask(SearchCorrections, { search: `keeps ${typed}` })).search_corrections
      expect((await grace.ask(FindThreads, { search: typed })).found_threads.count).toBe(0)
      const { items } = (await grace.ask(FindThreads, { search: correction!.meant })).found_threads
      expect(items.map(({ thread_id }) => thread_id)).toEqual([id])
    })

    it('is let alone where it is found, and where nothing is like it', async () => {
      await put('The kangaroo clause')
      await put('The kangoroo clause')
      await index()
      expect(await meant(grace, 'kangoroo clauses the and')).toEqual([])
      expect(await meant(grace, 'zzzzzzzz 4711 x@y.test')).toEqual([])
      await put('A native case, safe for our cafeteria')
      await index()
      expect(await meant(grace, 'café naïve')).toEqual([])
      await put('A decade of arcades, and a rescue of the cohorts')
      await index()
      expect(await meant(grace, 'façade résumé cohörte')).toEqual([])
      // Without the accent, a missing letter is likelier.
      expect(await meant(grace, 'naive')).toEqual(['native'])
    })
  })

  it.each([
    ['authorised', 'authorized'],
    ['authorized', 'authorised'],
    ['favourably', 'favorably'],
    ['licence', 'license'],
  ])('a word in its other spelling is found, and not corrected: %s', async (written, typed) => {
    const id = await put(`Who ${written} the oryx?`)
    await index()
    const { items } = (await grace.ask(FindThreads, { search: `${typed} oryx` })).found_threads
    expect(items.map(({ thread_id }) => thread_id)).toContain(id)
    expect(items[0]!.excerpt).toContain(`${FOUND_BEGINS}${written}${FOUND_ENDS}`)
    expect(await meant(grace, typed)).toEqual([])
  })

  describe('no word is told', () => {
    it('that stands only in what the member may not read (threats 4 and 5, SEARCH-statistics)', async () => {
      const id = await put('The cassowary file', [finance], samuel.id)
      const { id: shared } = await insertThread(testServer, { author: helen.id, networks: [legal] })
      await insertMessage(testServer, {
        thread: shared,
        sender: camille.id,
        body: 'The dugongs.',
        readers: [camille.id, helen.id],
      })
      await index()
      expect(await meant(grace, 'casowary dugonks')).toEqual([])
      expect(await meant(samuel, 'casowary dugonks')).toEqual(['cassowary'])
      for (const party of [helen, camille]) expect(await meant(party, 'casowary dugonks')).toEqual(['dugongs'])
      expect(await meant(staff, 'dugonks')).toEqual(['dugongs'])
      await samuel.ask(RemoveThread, { thread_id: id })
      await index()
      expect(await meant(samuel, 'casowary')).toEqual([])
    })

    it('that is the name of a member, of somebody who was mailed from, or of a person who is recommended', async () => {
      await put('Oyelaran and Wiedersehn and Thistlethwaite know it; so does Quillfeather Partners.')
      await testServer.sql(
        "insert into users (first_name, last_name, email, current_state) values ('Ingrid', 'Wiedersehn', 'i@mail.test', 'not joined')",
      )
      await testServer.sql(
        `insert into experts (type, name, normalised_name, search_name) values ('individual', 'Jo Thistlethwaite', 'jothistlethwaite', 'jo thistlethwaite')`,
      )
      await index()
      await testServer.sql("update users set last_name = 'Brackenridge' where email = 'i@mail.test'")
      await put('Brackenridge knows it too.')
      await index()
      const [name] = await testServer.sql<{ last_name: string }>(
        "select last_name from users where last_name = 'Oyelaran'",
      )
      expect(name).toBeDefined()
      expect(await meant(grace, 'oyelarran brackenrige thistlethwate quilfeather')).toEqual(['quillfeather'])
      // No longer anyone's name.
      expect(await meant(grace, 'wiedersehm')).toEqual(['wiedersehn'])
    })
  })
  return testServer
}
