import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadSending, openOutbox, outgoing } from '#web/features/discussions/outbox.ts'

let before: (() => void) | undefined

/** Takes up what an earlier page could not send, now and whenever the connection returns. */
export function useOutboxLife(viewerId: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const carry = () => {
      if (outgoing().length > 0)
        loadSending().then(
          ({ carryWaiting }) => carryWaiting(client),
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
