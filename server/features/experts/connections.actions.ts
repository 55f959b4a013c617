import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { CONNECTION_DAYS, CONNECTION_MESSAGE_LENGTH } from '#shared/experts.ts'
import { insertConnection, lockDeal, selectDeal } from './connections.sql.ts'

export interface ConnectionArgs {
  vendor_deal_id: number
  message?: string | null
  consent?: boolean | null
}

/** Asks the vendor to contact the member, who consented to the data that is shared. Resolves to the deal's id. */
export async function triggerVendorConnection(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<ConnectionArgs>,
): Promise<number> {
  const id = args.vendor_deal_id
  const [deal] = await selectRows<{ id: number }>(pool, selectDeal(id), viewer)
  if (!deal)
    throw problem('experts.deal_not_found', {
      message: 'This offer isn’t available.',
      field: 'vendor_deal_id',
    })
  if (args.consent !== true)
    throw problem('experts.consent_missing', {
      message: 'Your request wasn’t sent. First agree to share your name, company, and email address with the vendor.',
      field: 'consent',
    })
  const message = (args.message ?? '').trim()
  if ([...message].length > CONNECTION_MESSAGE_LENGTH)
    throw problem('experts.connection_message', {
      message: `The message is ${[...message].length.toLocaleString('en-US')} characters long. The limit is ${CONNECTION_MESSAGE_LENGTH.toLocaleString('en-US')}.`,
      field: 'message',
    })
  return transaction(pool, bus, async (tx) => {
    const { rows: locked } = await tx.query<{ can_be_mailed: boolean }>(lockDeal({ id }))
    if (!locked[0]?.can_be_mailed)
      throw problem('experts.vendor_unreachable', {
        message: 'This vendor hasn’t provided an email address. Your request wasn’t sent.',
        field: 'vendor_deal_id',
      })
    const { rows } = await tx.query<{ id: number }>(insertConnection({ vendorDealId: id, userId: viewer.id, message }))
    if (!rows[0])
      throw problem('experts.connection_repeated', {
        message: `You contacted this vendor in the past ${CONNECTION_DAYS} days, and they already have your email address. Try again later.`,
        field: 'vendor_deal_id',
      })
    await tx.enqueue('experts:send-connection', { id: rows[0].id })
    return id
  })
}
