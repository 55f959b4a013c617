/** Who is shown as online. A job updates this in steps; tests run a step when they need one. */
import type { TestServer } from './test-server.ts'

/** Shows these members as online, as after a step. */
export const showOnline = (testServer: TestServer, ids: readonly number[]): Promise<unknown> =>
  testServer.sql(
    `update users set last_online_at = now(), shown_online_until = now() + interval '6 minutes' where id = any($1)`,
    [ids],
  )

/** Runs the job that otherwise runs every five minutes. */
export async function stepPresence(testServer: TestServer): Promise<void> {
  await testServer.sql(`select graphile_worker.add_job('people:show-presence')`)
  await testServer.runJobs()
}
