/** Every minute, what is due is sent. One failure ends the turn of its webhook, so that a dead one delays no other. */
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { memberPath } from '#shared/people.ts'
import { WEBHOOK_FAILING_DAYS, WEBHOOK_LOG_DAYS } from '#shared/webhooks.ts'
import { disabledEmail } from './emails.ts'
import { sendWebhook, webhookSecret } from './send.ts'
import {
  disableFailing,
  markDelivered,
  markFailed,
  postpone,
  selectOwners,
  skipDelivery,
  sweepDeliveries,
  takeDue,
  type Due,
} from './webhooks.sql.ts'

const AT_ONCE = 100
/** Longer than a turn can take: 100 deliveries of one webhook, each answered just in time. */
const TAKEN_SECONDS = 30 * 60

export interface Sending {
  secret: string
  allowsPrivate: boolean
  email: EmailContext
}

function pathOf({ event, item_id, thread_id }: Due): string {
  if (event === 'discussion.published') return threadPath(item_id)
  if (event === 'reply.published') return messagePath(thread_id!, item_id)
  return event === 'member.joined' ? memberPath(item_id) : eventPath(item_id)
}

/** Ids and a link: who may read what it leads to is decided when it is opened. */
export const bodyOf = (due: Due, publicUrl: string): string =>
  JSON.stringify({
    type: due.event,
    timestamp: due.created_at.toISOString(),
    data: {
      network_id: due.peer_network_id,
      id: due.item_id,
      ...(due.thread_id !== null && { discussion_id: due.thread_id }),
      url: `${publicUrl}${pathOf(due)}`,
    },
  })

async function deliver({ pool }: JobTools, { secret, allowsPrivate, email }: Sending, due: Due): Promise<boolean> {
  if (!due.is_shown) {
    await pool.query(skipDelivery({ id: due.id }))
    return true
  }
  const { status, failure } = await sendWebhook({
    id: `msg_${due.id}`,
    url: due.url,
    secret: webhookSecret(secret, due.salt),
    body: bodyOf(due, email.publicUrl),
    allowsPrivate,
  })
  await pool.query(
    failure === null ? markDelivered({ id: due.id, status }) : markFailed({ id: due.id, status, failure }),
  )
  return failure === null
}

async function turn(tools: JobTools, sending: Sending, deliveries: readonly Due[]): Promise<void> {
  for (const [index, due] of deliveries.entries())
    if (!(await deliver(tools, sending, due))) {
      const ids = deliveries.slice(index + 1).map(({ id }) => id)
      if (ids.length > 0) await tools.pool.query(postpone({ ids }))
      return
    }
}

async function sendDue(tools: JobTools, sending: Sending): Promise<void> {
  const { rows } = await tools.pool.query<Due>(takeDue({ most: AT_ONCE, seconds: TAKEN_SECONDS }))
  await Promise.all([...Map.groupBy(rows, (due) => due.webhook_id).values()].map((own) => turn(tools, sending, own)))
  await disable(tools, sending.email)
}

async function disable({ pool, bus }: JobTools, email: EmailContext): Promise<void> {
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; peer_network_id: number; url: string; network: string }>(
      disableFailing({ days: WEBHOOK_FAILING_DAYS }),
    )
    for (const webhook of rows) {
      await recordStaffAction(tx, null, { act: 'webhook.disabled', itemId: webhook.id, itemName: webhook.network })
      const owners = await tx.query<{ email: string; first_name: string }>(
        selectOwners({ networkId: webhook.peer_network_id }),
      )
      for (const owner of owners.rows)
        await queueMail(tx, { to: owner.email, kind: 'webhook-disabled', letter: disabledEmail(email, owner, webhook) })
    }
  })
}

export const webhookJobs = (sending: Sending): Jobs => ({
  'webhooks:send': (tools: JobTools) => sendDue(tools, sending),
  'webhooks:sweep': ({ pool }: JobTools) => pool.query(sweepDeliveries({ days: WEBHOOK_LOG_DAYS })),
})
