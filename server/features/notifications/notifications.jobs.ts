import type { FollowUpPayload } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import type { PushSettings } from './deliveries/sender.ts'
import { notifyMembers } from './notify.actions.ts'
import { sweepNotifications } from './notify.sql.ts'
import { sendNotificationEmails, sendPushNotifications, type Post } from './deliveries/deliveries.actions.ts'

export const notificationJobs = (options: Post & { push: PushSettings }): Jobs => ({
  'notifications:tell': (tools: JobTools, fact: FollowUpPayload) => notifyMembers(tools, fact),
  'notifications:sweep': ({ pool }: JobTools) => pool.query(sweepNotifications()),
  'notifications:mail': (tools: JobTools, member: { user_id: number }) =>
    sendNotificationEmails(tools, member, options),
  'notifications:push': (tools: JobTools, member: { user_id: number }) =>
    sendPushNotifications(tools, member, options.push),
})
