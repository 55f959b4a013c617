/** A returned email weighs against the address of its member, and pauses their emails when it fails for good. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { addBounce, PAUSE_AT, pauseForComplaint, selectBounced } from './bounces.sql.ts'
import type { Bounce } from './classify-bounce.ts'

const WEIGHTS = { hard: 1, soft: 0.5 } as const

/** Named by the return path: one post for one member, or a digest of a member. */
export type BouncedMail = { deliveryId: number } | { userId: number }

export async function recordBounce(tx: Pick<Transaction, 'query'>, mail: BouncedMail, { kind }: Bounce): Promise<void> {
  if (kind === 'none') return
  const userId = 'userId' in mail ? mail.userId : await ownerOf(tx, mail.deliveryId)
  if (userId === undefined) return
  await tx.query(
    kind === 'complaint'
      ? pauseForComplaint({ userId })
      : addBounce({ userId, weight: WEIGHTS[kind], pauseAt: PAUSE_AT }),
  )
}

async function ownerOf(tx: Pick<Transaction, 'query'>, deliveryId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ user_id: number }>(selectBounced({ deliveryId }))
  return rows[0]?.user_id
}
