import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openOutbox } from '#web/features/discussions/outbox.ts'
import { carryWaiting } from '#web/features/discussions/replies.ts'

/** Takes up what an earlier page could not send, now and whenever the connection returns. */
export function useOutboxLife(viewerId: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const carry = () => carryWaiting(client)
    openOutbox(viewerId)
    if (navigator.onLine) carry()
    addEventListener('online', carry)
    return () => removeEventListener('online', carry)
  }, [client, viewerId])
}
