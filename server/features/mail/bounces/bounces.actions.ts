/** A returned email of a delivery: weighs against the member's address, and pauses their emails when it fails for good. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { addBounce, PAUSE_AT, pauseForComplaint } from './bounces.sql.ts'
import { classifyBounce, type Bounce, type ReturnedMail } from './classify-bounce.ts'

const WEIGHTS = { hard: 1, soft: 0.5 } as const

export interface Returned {
  /** From the return path. */
  deliveryId: number
  mail: ReturnedMail
}

/** Resolves to what the email said. An unknown delivery changes nothing. */
export async function recordBounce(tx: Pick<Transaction, 'query'>, { deliveryId, mail }: Returned): Promise<Bounce> {
  const bounce = classifyBounce(mail)
  if (bounce.kind === 'complaint') await tx.query(pauseForComplaint({ deliveryId }))
  else if (bounce.kind !== 'none')
    await tx.query(addBounce({ deliveryId, weight: WEIGHTS[bounce.kind], pauseAt: PAUSE_AT }))
  return bounce
}
