/** Who is shown as online. Members are shown in steps that a job decides; a test takes the step when it wants it. */
import type { TestServer } from './test-server.ts'

/** These are shown from now on, as after a step. */
export const showOnline = (testServer: TestServer, ids: readonly number[]): Promise<unknown> =>
  testServer.sql(
    `update users set last_online_at = now(), shown_online_until = now() + interval '6 minutes' where id = any($1)`,
    [ids],
  )

/** The step that comes every five minutes. */
export async function stepPresence(testServer: TestServer): Promise<void> {
  await testServer.sql(`select graphile_worker.add_job('people:show-presence')`)
  await testServer.runJobs()
}
