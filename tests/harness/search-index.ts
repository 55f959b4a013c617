/** Builds the index of a test server, and waits until its search thread holds it. */
import { FindThreads } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from './connection.ts'
import type { TestServer } from './test-server.ts'

export const pack = async (testServer: TestServer, job: 'search:pack' | 'search:pack-all' = 'search:pack') => {
  await testServer.sql('select graphile_worker.add_job($1)', [job])
  await testServer.runJobs()
}

export const documentsHeld = async (url: string, token: string): Promise<number> => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^counterpart_search_documents (\d+)$/m.exec(await answer.text())?.[1] ?? 0)
}

/** The first search starts the thread; one after that reads the segments, if there were none before. */
export async function awaitIndex({ config, ...testServer }: TestServer, url = testServer.url): Promise<void> {
  const member = (await testServer.member(demoMembers.member)).at(url)
  const isHeld = async () => {
    await member.ask(FindThreads, { search: 'contract' })
    return (await documentsHeld(url, config.METRICS_TOKEN!)) > 0
  }
  await waitFor('the index', isHeld, { within: 20_000, every: 20 })
}

export async function startIndex(testServer: TestServer): Promise<void> {
  await testServer.sql('select index_messages(1000000)')
  await pack(testServer)
  await awaitIndex(testServer)
}
