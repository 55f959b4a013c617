/** Staff ask a member who could answer a question that nobody has answered, in a direct message of their own. */
import type pg from 'pg'
import { startConversation } from '#server/features/inbox/index.ts'
import { requirePermission } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { escapeHtml } from '#server/platform/html.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { threadPath } from '#shared/discussions.ts'
import { insertAsk, selectQuestionFor, type AskedQuestion } from './asks.sql.ts'

interface Tools {
  pool: pg.Pool
  bus: Bus
  publicUrl: string
}
interface AskArgs {
  thread_id: number
  user_id: number
  message: string
  idempotency_key: string
}

const asked = () =>
  problem('figures.already_asked', { message: 'Someone has already asked this member.', field: 'user_id' })

/** The message and the record that the member was asked are stored together. Resolves to the thread's id. */
export async function askToAnswer(
  { pool, bus, publicUrl }: Tools,
  { viewer, args, ...call }: Call<AskArgs>,
): Promise<number> {
  requirePermission(viewer, 'figures', 'somewhere')
  const { thread_id: threadId, user_id: userId, message, idempotency_key } = args
  const [question] = await selectRows<AskedQuestion>(pool, selectQuestionFor(threadId, userId), viewer)
  if (!question)
    throw problem('figures.not_unanswered', {
      message: 'This question has been answered, or this member is not in its network any more.',
      field: 'thread_id',
    })
  // A repeated request of the same person.
  if (question.is_asked && question.asked_by === viewer.id) return threadId
  if (question.is_asked) throw asked()
  const lines = message.trim().split(/\s*\n\s*/u)
  if (lines[0] === '') throw problem('figures.message_missing', { message: 'Enter a message.', field: 'message' })
  const link = `<a href="${publicUrl}${threadPath(threadId)}">${escapeHtml(question.topic)}</a>`
  const first_message = [...lines.map(escapeHtml), link].map((line) => `<p>${line}</p>`).join('')
  const started = await startConversation(
    pool,
    {
      ...call,
      viewer,
      args: { group_type: 'one_to_one', name: '', members: [userId], first_message, idempotency_key },
    },
    { operation: 'askToAnswer', threadId },
  )
  if (typeof started === 'number') return threadId
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(insertAsk({ threadId, userId, askedBy: viewer.id }))
    if (!rows[0]) throw asked()
    await started(tx)
    return threadId
  })
}
