import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '#web/platform/session/session.ts'
import type { Outbox } from '#web/writing/outbox/outbox.ts'

/** Sends what an earlier page could not send, now and whenever the connection returns. */
export function useResumeOutbox<Content extends object>(outbox: Outbox<Content>): void {
  const client = useQueryClient()
  const { id } = useUser()
  useEffect(() => {
    outbox.open(id, client)
    outbox.resume()
  }, [outbox, client, id])
}
