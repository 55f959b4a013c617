/** Paged notifications and their actions. Each action is optimistic and then refetches. */
import { useRef } from 'react'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  ClearPushCount,
  GetMutedThreads,
  GetNotificationPreferences,
  MarkAllNotificationsSeen,
  MembershipRenewalNotification,
  MuteThread,
  Notifications,
  ReadAllNotifications,
  ToggleNotificationRead,
  UnmuteThread,
  UnreadNotificationCount,
  UnseenNotificationCount,
  UpdatePushPreferences,
  type GetNotificationPreferencesQuery,
  type NotificationsQuery,
  type PushPreferencesInput,
} from '#api/operations.ts'
import { NOTIFICATIONS_PAGE } from '#shared/notifications.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { log } from '#web/platform/log.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import { closeShownNotifications } from '#web/platform/app/push-device.ts'
import type { NotificationSearch } from './notification-search.ts'

export type Notice = NotificationsQuery['notifications']['items'][number]

export const listQuery = ({ kind, unread }: NotificationSearch) => {
  const filter = { ...(kind && { notification_type: kind }), ...(unread && { unread }) }
  return pagedQuery(
    Notifications,
    { limit: NOTIFICATIONS_PAGE, ...((kind || unread) && { filter }) },
    { field: 'notifications', size: NOTIFICATIONS_PAGE },
  )
}

export const renewalQuery = operationQuery(MembershipRenewalNotification, {})
export const preferencesQuery = operationQuery(GetNotificationPreferences, {})
export const mutedQuery = operationQuery(GetMutedThreads, {})
export const unreadQuery = operationQuery(UnreadNotificationCount, {})

const ASKED_AGAIN = [Notifications, MembershipRenewalNotification, UnreadNotificationCount, UnseenNotificationCount]

const NOTICE_KEYS = ASKED_AGAIN.map(({ name }) => [name])

export const invalidate = (client: QueryClient): Promise<unknown> =>
  Promise.all(NOTICE_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))

/** A toggle that arrived after "Mark all read" would leave one unread. */
const scope = 'notifications-read'

/** Marks a notification as read or unread. The list keeps its position during the request. */
export function useToggleRead() {
  return useCommand(
    ({ id }: Pick<Notice, 'id' | 'read_at'>) => execute(ToggleNotificationRead, { id }, { keepalive: true }),
    { mayOverlap: true, scope, invalidate: NOTICE_KEYS, optimistic: showToggled },
  )
}

/** On error, refetching restores the state. */
function showToggled(client: QueryClient, { id, read_at }: Pick<Notice, 'id' | 'read_at'>): () => void {
  const now = read_at === null ? new Date().toISOString() : null
  client.setQueriesData<{ pages: NotificationsQuery['notifications'][] }>(
    { queryKey: [Notifications.name] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.map((each) => (each.id === id ? { ...each, read_at: now, seen: true } : each)),
        })),
      },
  )
  if (now) void track('notification-read', {})
  return () => undefined
}

export const useReadAll = () =>
  useCommand(() => execute(ReadAllNotifications, {}), {
    scope,
    invalidate: NOTICE_KEYS,
    onSuccess: () => void track('notifications-mark-all-read', {}),
  })

/** Opening the page marks all as seen: resets the bell and app badge counts, and closes the device's notifications. */
export async function markSeen(client: QueryClient): Promise<void> {
  client.setQueryData([UnseenNotificationCount.name, {}], { unseen_notification_count: 0 })
  try {
    await Promise.all([execute(MarkAllNotificationsSeen, {}), execute(ClearPushCount, {})])
  } finally {
    // Another may have come meanwhile.
    void client.invalidateQueries({ queryKey: [UnseenNotificationCount.name] })
  }
  void closeShownNotifications().catch((error: unknown) => log.debug('The device still shows something.', error))
}

interface Mute {
  thread_id: number
  muted: boolean
}

export function useMute(onSuccess: (data: void, input: Mute) => void = () => undefined) {
  return useCommand(
    async ({ thread_id, muted }: Mute) => {
      if (muted) await execute(MuteThread, { thread_id })
      else await execute(UnmuteThread, { thread_id })
    },
    { mayOverlap: true, invalidate: [[GetMutedThreads.name]], onSuccess },
  )
}

function changedBy(
  { notification_preferences: known }: GetNotificationPreferencesQuery,
  { kinds, ...others }: PushPreferencesInput,
): GetNotificationPreferencesQuery {
  const joined = { ...(known.kinds as Record<string, object>) }
  for (const [kind, ways] of Object.entries(kinds ?? {})) joined[kind] = { ...joined[kind], ...(ways as object) }
  return { notification_preferences: { ...known, ...(others as Partial<typeof known>), kinds: joined } }
}

/** Saves each choice immediately; rolled back on error. */
export function useKeepPreferences() {
  const client = useQueryClient()
  const latest = useRef<PushPreferencesInput>(undefined)
  return useCommand((preferences: PushPreferencesInput) => execute(UpdatePushPreferences, { preferences }), {
    mayOverlap: true,
    optimistic: (_, preferences) => {
      latest.current = preferences
      const before = client.getQueryData(preferencesQuery.queryKey)
      if (before) client.setQueryData(preferencesQuery.queryKey, changedBy(before, preferences))
      return () => before && client.setQueryData(preferencesQuery.queryKey, before)
    },
    onSuccess: ({ updatePushPreferences }, preferences) => {
      // If another choice is pending, ignore this response; the later one contains both.
      if (latest.current === preferences)
        client.setQueryData(preferencesQuery.queryKey, { notification_preferences: updatePushPreferences })
    },
  })
}
