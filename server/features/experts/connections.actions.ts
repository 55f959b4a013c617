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

/** Has the vendor asked to write to the member, who agreed to what it is told. Resolves to the id of the deal. */
export async function triggerVendorConnection(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<ConnectionArgs>,
): Promise<number> {
  const id = args.vendor_deal_id
  const [deal] = await selectRows<{ id: number }>(pool, selectDeal(id), viewer)
  if (!deal)
    throw problem('experts.deal_not_found', {
      message: 'This offer is no longer here, or you may not see it.',
      field: 'vendor_deal_id',
    })
  if (args.consent !== true)
    throw problem('experts.consent_missing', {
      message: 'Nothing was sent. Agree first that the vendor is told your name, company and address.',
      field: 'consent',
    })
  const message = (args.message ?? '').trim()
  if ([...message].length > CONNECTION_MESSAGE_LENGTH)
    throw problem('experts.connection_message', {
      message: `The message has ${[...message].length.toLocaleString('en-US')} characters; at most ${CONNECTION_MESSAGE_LENGTH.toLocaleString('en-US')} fit. Shorten it.`,
      field: 'message',
    })
  return transaction(pool, bus, async (tx) => {
    const { rows: locked } = await tx.query<{ can_be_mailed: boolean }>({ ...lockDeal, values: [id] })
    if (!locked[0]?.can_be_mailed)
      throw problem('experts.vendor_unreachable', {
        message: 'This vendor has left no address. Nothing was sent.',
        field: 'vendor_deal_id',
      })
    const { rows } = await tx.query<{ id: number }>({ ...insertConnection, values: [id, viewer.id, message] })
    if (!rows[0])
      throw problem('experts.connection_repeated', {
        message: `You asked this vendor within the last ${CONNECTION_DAYS} days. It has your address; ask again later.`,
        field: 'vendor_deal_id',
      })
    await tx.enqueue('experts:send-connection', { id: rows[0].id })
    return id
  })
}
