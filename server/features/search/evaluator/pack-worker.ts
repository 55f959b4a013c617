/** Packs in a thread of its own: it takes seconds of computing. */
import pg from 'pg'
import { answerTasks, lowerThreadPriority } from '#server/platform/worker-threads.ts'
import { packSegments } from './pack.ts'

export interface PackTask {
  connection: pg.ClientConfig
  isWhole: boolean
}

const NICENESS = 5

lowerThreadPriority(NICENESS)
answerTasks(async ({ connection, isWhole }: PackTask): Promise<boolean> => {
  const client = new pg.Client({ ...connection, application_name: 'counterpart packing' })
  await client.connect()
  try {
    return await packSegments(client, { isWhole })
  } finally {
    await client.end()
  }
})
