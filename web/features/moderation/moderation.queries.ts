/** Queries for the staff pages, and their live updates. */
import {
  GetAnswerTemplates,
  GetAppeals,
  GetModerationAudit,
  GetModerationQueue,
  GetReports,
  GetWork,
  type GetAnswerTemplatesQuery,
  type GetModerationAuditQuery,
  type GetModerationQueueQuery,
  type GetReportsQuery,
} from '#api/operations.ts'
import { useRefreshOnSignals } from '#web/platform/shell/use-refresh-on-signals.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Queue = NonNullable<GetModerationQueueQuery['moderation_queue']>
export type Item = Queue['items'][number]
export type Filed = NonNullable<GetReportsQuery['reports']>['items'][number]
export type Decision = NonNullable<GetModerationAuditQuery['moderation_audit']>['items'][number]

export type AnswerTemplate = GetAnswerTemplatesQuery['answer_templates'][number]

export const QUEUE_FILTERS = [
  { label: 'All', asked: {} },
  { label: 'Threads', asked: { item_type: 'thread' } },
  { label: 'Messages', asked: { item_type: 'message' } },
  { label: 'By email', asked: { source: 'other' } },
] as const

export const queueQuery = (filter: number) => operationQuery(GetModerationQueue, { ...QUEUE_FILTERS[filter]!.asked })
export const answerTemplatesQuery = operationQuery(GetAnswerTemplates, {})
export const reportsQuery = (state: Filed['state']) => operationQuery(GetReports, { state })
export const auditQuery = (offset: number) => operationQuery(GetModerationAudit, { offset })

export const keyOf = ({ item_type, item_id }: Pick<Item, 'item_type' | 'item_id'>) => `${item_type}-${item_id}`

/** Refetches the staff pages on signals; returns a function that refetches now. */
export const useStaffLive = (): (() => void) =>
  useRefreshOnSignals([GetModerationQueue, GetReports, GetAppeals, GetWork, GetModerationAudit])

/** Error texts for a decision that failed. */
export const NOT_DECIDED = {
  offline: 'You’re offline. No decision was made; try again when you’re back online.',
  failed: 'No decision was made because something went wrong on our end.',
}
