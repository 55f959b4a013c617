import type { Followed } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import type { PushSettings } from './sender.ts'
import { tell } from './telling.actions.ts'
import { sweepNotifications } from './telling.sql.ts'
import { mailNotices, pushNotices, type Post } from './ways.actions.ts'

export const notificationJobs = (options: Post & { push: PushSettings }): Jobs => ({
  'notifications:tell': (tools: JobTools, fact: Followed) => tell(tools, fact),
  'notifications:sweep': ({ pool }: JobTools) => pool.query(sweepNotifications),
  'notifications:mail': (tools: JobTools, member: { user_id: number }) => mailNotices(tools, member, options),
  'notifications:push': (tools: JobTools, member: { user_id: number }) => pushNotices(tools, member, options.push),
})
