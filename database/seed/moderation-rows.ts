/** Reports by members, so that the staff queue is not empty. */
import { requirePerson } from './demo-members.ts'
import type { Row, Rows } from './community-rows.ts'

const HOUR = 60 * 60_000

export function moderationRows({ messages = [] }: Rows, now: Date): Rows {
  const [helen, marcus] = [requirePerson('helen').id, requirePerson('marcus').id]
  const others = messages.filter(
    ({ sender_id, is_private, is_original_message, moderation_approved }) =>
      sender_id !== helen && sender_id !== marcus && !is_private && !is_original_message && moderation_approved,
  )
  const report = (id: number, message: Row, reporter_id: number, reason: string, additional_details: string): Row => ({
    id,
    type: 'message',
    content_id: message.id,
    thread_id: message.thread_id,
    reason,
    additional_details,
    reporter_id,
    state: 'open',
    created_at: new Date(now.getTime() - id * 3 * HOUR),
  })
  return {
    reports: [
      report(1, others.at(-4)!, marcus, 'solicitation', 'This reads like an offer of services rather than an answer.'),
      report(2, others.at(-9)!, helen, 'confidential', 'The counterparty can be recognised from the facts given here.'),
    ],
  }
}
