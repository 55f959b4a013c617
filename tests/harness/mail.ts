/** Emails of discussions in tests: posts that staff approved, and what left for whom. */
import { ModerateItems } from '#api/operations.ts'
import { newKey, type Client } from './client.ts'
import type { TestServer } from './test-server.ts'

export interface SentMail {
  id: number
  to: string
  kind: string
  subject: string
  text: string
  html: string
  message_id: string
  headers: Record<string, string>
  sender_name: string
  sender_address: string
  return_path: string
}

/** Runs the jobs, those that wait for their time too. */
export async function runAllJobs(testServer: TestServer): Promise<void> {
  await testServer.runJobs()
  await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
  await testServer.runJobs()
}

export async function clearMail(testServer: TestServer): Promise<void> {
  await testServer.runJobs()
  await testServer.sql('delete from graphile_worker._private_jobs')
  for (const table of ['mail_deliveries', 'outgoing_mails', 'mail_choices', 'mail_members', 'follow_ups'])
    await testServer.sql(`delete from ${table}`)
  await testServer.sql(`update users set listserv_email_preference = 'default'`)
  await testServer.sql(`update mail_lists set default_preference = 'all', waits_for_review = true, has_words = true`)
}

export const listMails = (testServer: TestServer, kind = 'discussion') =>
  testServer.sql<SentMail>('select * from outgoing_mails where kind = $1 order by id', [kind])

/** Staff approve threads or replies. */
export const approve = (staff: Client, posts: { thread_ids?: number[]; message_ids?: number[] }) =>
  staff.ask(ModerateItems, { act: 'approve', ...posts, idempotency_key: newKey() })
