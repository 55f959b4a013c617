/** The way to sending: the reply is kept and shown at once, and what carries it comes when there is something to carry. */
import type { QueryClient } from '@tanstack/react-query'
import { addOutgoing, outgoing, updateOutgoing, type Outgoing } from '#web/features/discussions/outbox.ts'
import type { SendResult } from '#web/features/discussions/replies.ts'

const load = () => import('#web/features/discussions/replies.ts')

export function send(client: QueryClient, item: Outgoing): Promise<SendResult> {
  addOutgoing(item)
  return carry(client, item.idempotency_key)
}

/** Tries once, also again after a failure. */
export async function carry(client: QueryClient, key: string): Promise<SendResult> {
  const replies = await load().catch(() => null)
  if (replies) return replies.carry(client, key)
  const reason = 'There is no connection. It goes out when there is one.'
  updateOutgoing(key, { state: 'failed', reason, retries_by_itself: true })
  return 'failed'
}

/** What waited for a connection goes out when there is one. */
export function carryWaiting(client: QueryClient): void {
  if (outgoing().length > 0)
    load().then(
      (replies) => replies.carryWaiting(client),
      () => undefined,
    )
}
