import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadSending, openOutbox, outgoing } from '#web/features/discussions/outbox.ts'

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
    addEventListener('online', carry)
    return () => removeEventListener('online', carry)
  }, [client, viewerId])
}
