/** Sends queued emails to the mail server, each exactly once where possible; a broken connection is retried. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { traced } from '#server/platform/log/tracing.ts'
import { claimMail, keepMail, markSent, markTried, allowLongTransaction, sweepMails } from './mailer.sql.ts'
import { isFinal, reasonOf, type Outgoing, type Transport } from './transport.ts'

/** About four hours with the worker's retry delays. */
const ATTEMPTS = 15

export const mailerJobs = (transport: Transport | undefined): Jobs => ({
  'mailer:send': ({ pool, bus }: JobTools, { id }: { id: number }) => send({ pool, bus }, id, transport),
  'mailer:sweep': ({ pool }: JobTools) => pool.query(sweepMails),
})

async function send({ pool, bus }: JobTools, id: number, transport: Transport | undefined): Promise<void> {
  // The row stays locked while the email is handed to the mail server. If our server dies in between, the email may be
  // sent again, with the same Message-ID.
  const again = await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<Outgoing>(claimMail({ id }))
    const mail = rows[0]
    if (!mail) return undefined
    if (!transport) return void (await tx.query(keepMail({ id })))
    await tx.query(allowLongTransaction)
    try {
      await traced('email', 'send', () => transport.send(mail))
    } catch (error) {
      const isOver = isFinal(error) || mail.attempts + 1 >= ATTEMPTS
      await tx.query(markTried({ id, state: isOver ? 'failed' : 'queued', error: reasonOf(error) }))
      const { code = 'unknown' } = error as { code?: string }
      // Without the mail server's reply: it may contain the recipient's address, and this is logged.
      return isOver ? undefined : new Error(`mail ${id} was not taken: ${code}`)
    }
    return void (await tx.query(markSent({ id })))
  })
  if (again) throw again
}
