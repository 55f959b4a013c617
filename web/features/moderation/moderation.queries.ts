/** Queries for the staff pages, and their live updates. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  GetAppeals,
  GetModerationAudit,
  GetModerationQueue,
  GetReports,
  GetWork,
  type GetModerationAuditQuery,
  type GetModerationQueueQuery,
  type GetReportsQuery,
} from '#api/operations.ts'
import { useSignals } from '#web/platform/live/live.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Queue = NonNullable<GetModerationQueueQuery['moderation_queue']>
export type Item = Queue['items'][number]
export type Filed = NonNullable<GetReportsQuery['reports']>['items'][number]
export type Decision = NonNullable<GetModerationAuditQuery['moderation_audit']>['items'][number]

export const QUEUE_FILTERS = [
  { label: 'All', asked: {} },
  { label: 'Threads', asked: { item_type: 'thread' } },
  { label: 'Messages', asked: { item_type: 'message' } },
  { label: 'By email', asked: { source: 'other' } },
] as const

export const queueQuery = (filter: number) => operationQuery(GetModerationQueue, { ...QUEUE_FILTERS[filter]!.asked })
export const reportsQuery = (state: Filed['state']) => operationQuery(GetReports, { state })
export const auditQuery = (offset: number) => operationQuery(GetModerationAudit, { offset })

export const keyOf = ({ item_type, item_id }: Pick<Item, 'item_type' | 'item_id'>) => `${item_type}-${item_id}`

/** Debounces bursts of signals into one request. */
const QUIET_MS = 150

/** Refetches the staff pages on signals; returns a function that refetches now. */
export function useStaffLive(): () => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => {
    for (const { name } of [GetModerationQueue, GetReports, GetAppeals, GetWork, GetModerationAudit])
      void client.invalidateQueries({ queryKey: [name] })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useSignals(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, QUIET_MS)
  })
  return ask
}

/** Error texts for a decision that failed. */
export const NOT_DECIDED = {
  offline: 'You’re offline. No decision was made; try again when you’re back online.',
  failed: 'No decision was made because something went wrong on our end.',
}
