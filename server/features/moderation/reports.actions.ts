import type pg from 'pg'
import { reviewPosts } from '#server/features/discussions/index.ts'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { detailsProblem, isRemovable, type ReportReason, type ReportType, type Resolution } from '#shared/moderation.ts'
import {
  notFoundProblem,
  requireReason,
  requireModerator,
  requireModeratorOf,
  recordDecision,
  type Decision,
} from './decisions.ts'
import { changed } from './moderation.signals.ts'
import { nextAct } from './moderation.sql.ts'
import {
  insertReport,
  lockReport,
  resolveReports,
  selectOpenReport,
  selectReportable,
  type OpenReport,
  type Reportable,
} from './reports.sql.ts'

export interface ReportArgs {
  type: ReportType
  reason: ReportReason
  additional_details: string
  content_id: number
  idempotency_key: string
}

/** Reports content that the viewer can read to staff. Resolves to the report's id. */
export async function reportContent(pool: pg.Pool, bus: Bus, call: Call<ReportArgs>): Promise<number> {
  const { viewer, args } = call
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'reportContent', asked }
  const claimed = claimValues(intent)
  const content = await orEarlierResult(pool, intent, () => requireReportable(pool, call))
  if (typeof content === 'number') return content
  const limits = await limitsOf(pool, viewer)
  return transaction(pool, bus, async (tx) => {
    const { type, content_id, reason, additional_details } = args
    const { rows } = await tx.query<{ id: number }>(
      insertReport({
        ...claimed,
        contentType: type,
        contentId: content_id,
        threadId: content.thread_id,
        reason,
        additionalDetails: additional_details.trim(),
        shown: JSON.stringify(content.shown ?? []),
      }),
    )
    if (!rows[0]) return refuseSecond(tx, intent, args)
    await countActs(tx, limits, { report: 1 })
    tx.announce(changed())
    return rows[0].id
  })
}

/** The idempotency key was used before, or the member already has an open report about this content. */
async function refuseSecond(
  tx: Transaction,
  intent: IdempotentRequest,
  { type, content_id }: ReportArgs,
): Promise<number> {
  const open = await tx.query<{ id: number }>(
    selectOpenReport({ reporterId: intent.userId, contentType: type, contentId: content_id }),
  )
  const earlier = await earlierResult(tx, intent)
  if (earlier !== undefined && (open.rows.length === 0 || open.rows[0]!.id === earlier)) return earlier
  throw problem('moderation.reported', {
    message: 'You’ve already reported this. Staff are reviewing it.',
    field: 'content_id',
  })
}

async function requireReportable(pool: pg.Pool, { viewer, args }: Call<ReportArgs>): Promise<Reportable> {
  const [content] = await selectRows<Reportable>(pool, selectReportable(args.type, args.content_id), viewer)
  if (!content)
    throw problem('moderation.not_found', {
      message: 'This content isn’t available.',
      field: 'content_id',
    })
  const isOwn = content.is_own
  if (isOwn && args.type === 'inbox_message')
    throw problem('moderation.own_message', {
      message: 'You sent this message. You can report only messages from other members.',
      field: 'content_id',
    })
  if (isOwn && (args.type === 'member' || args.reason !== 'own_removal'))
    throw problem('moderation.own', {
      message: 'This is your own post. To have it taken down, choose “I posted this and want it removed.”',
      field: 'reason',
    })
  if (!isOwn && args.reason === 'own_removal')
    throw problem('moderation.not_own', {
      message: 'You didn’t post this. Choose another reason.',
      field: 'reason',
    })
  const message = detailsProblem(args.additional_details)
  if (message !== null) throw problem('moderation.details', { message, field: 'additional_details' })
  return content
}

export interface ResolveArgs {
  id: number
  resolution: Resolution
  reason: string
}

/** Decides on the reported content, and resolves all open reports about it. */
export async function resolveReport(pool: pg.Pool, bus: Bus, { viewer, args }: Call<ResolveArgs>): Promise<number> {
  requireModerator(viewer)
  const reason = requireReason(args.reason)
  return transaction(pool, bus, async (tx) => {
    const [report] = (await tx.query<OpenReport>(lockReport({ id: args.id }))).rows
    if (!report) throw notFoundProblem('id')
    await requireModeratorOf(tx, viewer, { threadIds: [report.thread_id ?? 0] })
    refuseResolution(report.type, args.resolution)
    const removed = args.resolution === 'removed' ? await remove(tx, report, viewer.id) : []
    const { rows } = await tx.query<{ id: number }>(
      resolveReports({
        contentType: report.type,
        contentId: report.content_id,
        state: args.resolution,
        resolvedBy: viewer.id,
      }),
    )
    const act = (await tx.query<{ result: number }>(nextAct())).rows[0]!.result
    const resolved = rows.map(({ id }): Decision => ({
      item_type: 'report',
      item_id: id,
      thread_id: report.thread_id,
      decision: args.resolution,
    }))
    await recordDecision(tx, { id: act, actorId: viewer.id, reason }, [...removed, ...resolved])
    tx.announce(changed())
    return report.id
  })
}

function refuseResolution(type: ReportType, resolution: Resolution): void {
  if (type === 'member' && resolution === 'removed')
    throw problem('moderation.member_stays', {
      message: 'A member can’t be removed through a report. Suspend the account instead. The report stays on file.',
      field: 'resolution',
    })
  if (type === 'inbox_message' && resolution === 'removed')
    throw problem('moderation.conversation_stays', {
      message: 'Staff can’t remove messages from a conversation. Suspend the author’s account instead.',
      field: 'resolution',
    })
  if (isRemovable(type) && resolution === 'acted_on')
    throw problem('moderation.post_decided', {
      message: 'A reported post is either kept or removed. Choose one.',
      field: 'resolution',
    })
}

/** An opening message is removed together with its thread. Content that is already gone is not removed again. */
async function remove(
  tx: Transaction,
  { type, content_id, thread_id, is_opening }: OpenReport,
  staffId: number,
): Promise<Decision[]> {
  const isThread = type === 'thread' || is_opening
  const posts = await reviewPosts(tx, {
    act: 'remove',
    staffId,
    threadIds: isThread ? [thread_id!] : [],
    messageIds: isThread ? [] : [content_id],
  })
  return posts.map(({ item_type, item_id, thread_id: of, before, after }) => ({
    item_type,
    item_id,
    thread_id: of,
    decision: 'removed',
    before,
    after,
  }))
}
