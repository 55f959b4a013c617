import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadSender } from '#web/features/discussions/reply/load-sender.ts'
import { openOutbox, outboxItems } from '#web/writing/outbox/outbox.ts'

let before: (() => void) | undefined

/** Takes up what an earlier page could not send, now and whenever the connection returns. */
export function useResumeOutbox(viewerId: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const carry = () => {
      if (outboxItems().length > 0)
        loadSender().then(
          ({ resumeOutbox }) => resumeOutbox(client),
          () => undefined,
        )
    }
    openOutbox(viewerId)
    carry()
    // Not until this page is left: what waits goes on waiting when its thread is closed.
    if (before) removeEventListener('online', before)
    addEventListener('online', (before = carry))
  }, [client, viewerId])
}
