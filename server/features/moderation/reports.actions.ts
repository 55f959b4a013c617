import type pg from 'pg'
import { reviewPosts } from '#server/features/discussions/index.ts'
import { claimValues, earlierResult, unlessDone, type Intent } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { detailsProblem, type ReportReason, type ReportType } from '#shared/moderation.ts'
import { notHere, requireReason, requireStaff, writeDown, type Decision } from './decisions.ts'
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

/** Tells staff about something the viewer can read. Resolves to the id of the report. */
export async function reportContent(pool: pg.Pool, bus: Bus, call: Call<ReportArgs>): Promise<number> {
  const { viewer, args } = call
  const { idempotency_key, ...asked } = args
  const intent: Intent = { userId: viewer.id, key: idempotency_key, operation: 'reportContent', asked }
  const claimed = claimValues(intent)
  const content = await unlessDone(pool, intent, () => requireReportable(pool, call))
  if (typeof content === 'number') return content
  return transaction(pool, bus, async (tx) => {
    const { type, content_id, reason, additional_details } = args
    const { rows } = await tx.query<{ id: number }>({
      ...insertReport,
      values: [...claimed, type, content_id, content.thread_id, reason, additional_details.trim()],
    })
    if (!rows[0]) return refuseSecond(tx, intent, args)
    tx.announce(changed())
    return rows[0].id
  })
}

/** The key was used before, or there is an open report about the same. */
async function refuseSecond(tx: Transaction, intent: Intent, { type, content_id }: ReportArgs): Promise<number> {
  const open = await tx.query<{ id: number }>({ ...selectOpenReport, values: [intent.userId, type, content_id] })
  const earlier = await earlierResult(tx, intent)
  if (earlier !== undefined && (open.rows.length === 0 || open.rows[0]!.id === earlier)) return earlier
  throw problem('moderation.reported', {
    message: 'You have reported this already, and staff have not decided yet. You need not report it again.',
    field: 'content_id',
  })
}

async function requireReportable(pool: pg.Pool, { viewer, args }: Call<ReportArgs>): Promise<Reportable> {
  const [content] = await selectRows<Reportable>(pool, selectReportable(args.type, args.content_id), viewer)
  if (!content)
    throw problem('moderation.not_found', {
      message: 'What you report is not here, or you may not read it.',
      field: 'content_id',
    })
  const isOwn = content.is_own
  if (isOwn && (args.type === 'member' || args.reason !== 'own_removal'))
    throw problem('moderation.own', {
      message: 'This is your own. Choose “I wrote it and ask for its removal” if it should go.',
      field: 'reason',
    })
  if (!isOwn && args.reason === 'own_removal')
    throw problem('moderation.not_own', {
      message: 'Somebody else wrote this. Choose another reason.',
      field: 'reason',
    })
  const message = detailsProblem(args.additional_details)
  if (message !== null) throw problem('moderation.details', { message, field: 'additional_details' })
  return content
}

export interface ResolveArgs {
  id: number
  resolution: 'kept' | 'removed'
  reason: string
}

/** Decides about what was reported, and with it about every open report of the same. */
export async function resolveReport(pool: pg.Pool, bus: Bus, { viewer, args }: Call<ResolveArgs>): Promise<number> {
  requireStaff(viewer)
  const reason = requireReason(args.reason)
  return transaction(pool, bus, async (tx) => {
    const [report] = (await tx.query<OpenReport>({ ...lockReport, values: [args.id] })).rows
    if (!report) throw notHere('id')
    if (report.type === 'member' && args.resolution === 'removed')
      throw problem('moderation.member_stays', {
        message: 'A member is not removed by a report. Suspend the account instead, and keep the report on file.',
        field: 'resolution',
      })
    const removed = args.resolution === 'removed' ? await remove(tx, report, viewer.id) : []
    const { rows } = await tx.query<{ id: number }>({
      ...resolveReports,
      values: [report.type, report.content_id, args.resolution, viewer.id],
    })
    const act = (await tx.query<{ result: number }>(nextAct)).rows[0]!.result
    const resolved = rows.map(({ id }): Decision => ({
      item_type: 'report',
      item_id: id,
      thread_id: report.thread_id,
      decision: args.resolution,
    }))
    await writeDown(tx, { id: act, actorId: viewer.id, reason }, [...removed, ...resolved])
    tx.announce(changed())
    return report.id
  })
}

/** An opening message goes with its thread. What is gone already needs no second removal. */
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
