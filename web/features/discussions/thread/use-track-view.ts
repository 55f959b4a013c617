import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trackThreadView, type ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'

/** Marks the thread as read once per opening, and returns when it was last read before. */
export function useTrackView({ id, viewed_at }: ThreadView): string | null {
  const client = useQueryClient()
  const [readUntil] = useState(viewed_at)
  useEffect(() => {
    // Use a timeout, so that a page left immediately is not counted and a double mount counts once.
    const timer = setTimeout(() => {
      void track('thread-viewed', { thread_id: id, ...referral() })
      trackThreadView(client, id).catch(() => undefined)
    }, 0)
    return () => clearTimeout(timer)
  }, [client, id])
  return readUntil
}
