/**
 * Email and push about unread notifications. Both query again when they send: what has been read, or is no longer
 * readable, is not sent.
 */
import type { EmailContext } from '#server/platform/app-context.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { notificationPath, plainSentence } from '#shared/notifications.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { countPush, deleteGone, selectDevices } from './devices.sql.ts'
import { notificationEmail } from './notification-emails.ts'
import { sendPush, type Device, type Push, type PushSettings } from './sender.ts'
import { afterQuiet, mailDueAt } from './timing.ts'
import { unsubscribePath } from './unsubscribe-links.ts'
import {
  lockDelivery,
  repeatableRead,
  selectMailDue,
  selectPushDue,
  selectReader,
  markMailDelivered,
  markPushDelivered,
  type DueLine,
  type Reader,
} from './deliveries.sql.ts'

interface Member {
  user_id: number
}

export interface Post extends EmailContext {
  /** Signs the unsubscribe links. */
  secret: string
}

/**
 * One email about everything that is due. It is enqueued in the transaction that marks it as delivered, so retries of
 * this job never send a second one; from there the mailer is responsible for the delivery.
 */
export const sendNotificationEmails = ({ pool, bus }: JobTools, { user_id }: Member, post: Post): Promise<void> =>
  transaction(pool, bus, async (tx) => {
    const reader = await turnOf(tx, 'mail', user_id)
    if (!reader?.mail_since) return
    const due = mailDueAt(reader.mail_since, reader)
    if (due > reader.now) return again(tx, 'notifications:mail', user_id, due)
    const lines = await linesFor(tx, user_id, selectMailDue)
    await tx.query(markMailDelivered({ userId: user_id }))
    if (lines.length === 0) return
    const letter = notificationEmail(reader, lines, post)
    await queueMail(tx, { to: reader.email, kind: 'notice', letter, headers: headersOf(reader, lines, post) })
  })

/** Emails about one thread are grouped in the mail client, which also offers one-click unsubscribe. */
function headersOf({ id }: Reader, lines: readonly DueLine[], { publicUrl, secret }: Post): Record<string, string> {
  const threads = new Set(lines.map(({ thread_id }) => thread_id))
  const [thread] = threads
  const reference = `<thread-${thread}.${id}@${new URL(publicUrl).hostname}>`
  return {
    'List-Unsubscribe': `<${publicUrl}${unsubscribePath(id, secret)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...(threads.size === 1 && thread !== null && { References: reference, 'In-Reply-To': reference }),
  }
}

/**
 * One push about everything that is due. It is marked as delivered before it is sent: a push cannot be recalled, a
 * second one would be noise, and the list still shows what a lost one would have said.
 */
export async function sendPushNotifications(
  tools: JobTools,
  { user_id }: Member,
  settings: PushSettings,
): Promise<void> {
  const call = await transaction(tools.pool, tools.bus, async (tx) => {
    const reader = await turnOf(tx, 'push', user_id)
    if (!reader?.push_since) return undefined
    const due = afterQuiet(reader.now, reader)
    if (due > reader.now) return again(tx, 'notifications:push', user_id, due)
    const lines = await linesFor(tx, user_id, selectPushDue)
    await tx.query(markPushDelivered({ userId: user_id }))
    const { rows: devices } = await tx.query<Device>(selectDevices({ userId: user_id }))
    if (lines.length === 0 || devices.length === 0) return undefined
    const { rows } = await tx.query<{ push_count: number }>(countPush({ userId: user_id, pushes: lines.length }))
    return { devices, push: pushOf(reader, lines, rows[0]!.push_count) }
  })
  if (!call) return
  await Promise.all(
    call.devices.map(async (device) => {
      if ((await sendPush(settings, device, call.push)) === 'gone')
        await tools.pool.query(deleteGone({ id: device.id }))
    }),
  )
}

/**
 * By default a push only says that there are notifications. It never contains text by members except a topic, if the
 * member opted in.
 */
function pushOf({ push_content }: Reader, lines: readonly DueLine[], count: number): Push {
  const [only, second] = lines
  const isOne = only !== undefined && second === undefined
  const path = isOne ? notificationPath(only) : ROUTES.notifications
  const title = push_content && isOne ? plainSentence(only) : PRODUCT_NAME
  const several = `${lines.length} new notifications`
  const body = isOne ? (push_content && only.topic) || 'You have a new notification' : several
  return { title, body, path, count }
}

async function turnOf(tx: Transaction, way: 'mail' | 'push', userId: number): Promise<Reader | undefined> {
  await tx.query(repeatableRead)
  await tx.query(lockDelivery({ address: `${way}:${userId}` }))
  const { rows } = await tx.query<Reader>(selectReader({ userId }))
  return rows[0]
}

const again = async (tx: Transaction, task: string, user_id: number, at: Date): Promise<undefined> =>
  void (await tx.enqueue(task, { user_id }, { at, key: `${task}:${user_id}` }))

/** Empty for members who are suspended or have left. */
async function linesFor(tx: Transaction, userId: number, due: typeof selectMailDue): Promise<DueLine[]> {
  const viewer = await viewerOf(tx as never, userId)
  return viewer ? selectRows<DueLine>(tx as never, due, viewer) : []
}
