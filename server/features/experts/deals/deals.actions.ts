import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { dealProblem, type DealText } from '#shared/experts.ts'
import { insertDeal, selectVendor, updateDeal } from './deals.sql.ts'

interface DealArgs {
  id?: number | null
  expert_id?: number | null
  deal: DealText
  idempotency_key: string
}

/** To members, these operations look as if they did not exist. */
const notFoundProblem = (field: string) => problem('experts.not_here', { message: 'This isn’t available.', field })

/** Staff create or change a vendor's deal. A deal that is shown nowhere stays stored and can be shown again. */
export async function saveVendorDeal(pool: pg.Pool, bus: Bus, { viewer, args }: Call<DealArgs>): Promise<number> {
  if (!mayEverywhere(viewer.grants, 'content')) throw forbidden(notFoundProblem('id'))
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'saveVendorDeal', asked }
  const wrong = dealProblem(args.deal)
  if (wrong) throw problem('experts.deal', wrong)
  const { short_text, platform_description, vendor_first_name, vendor_emails, ...shown } = args.deal
  const written = {
    shortText: short_text.trim(),
    platformDescription: platform_description.trim(),
    vendorFirstName: vendor_first_name?.trim() || null,
    vendorEmails: vendor_emails.map((address) => address.trim()),
    showInThreadDetails: shown.show_in_thread_details,
    showInVendorPage: shown.show_in_vendor_page,
  }
  const { id } = args
  if (id) {
    const { rows } = await pool.query<{ id: number }>(updateDeal({ id, updatedBy: viewer.id, ...written }))
    if (!rows[0]) throw notFoundProblem('id')
    return rows[0].id
  }
  return transaction(pool, bus, async (tx) => {
    const { rows: vendor } = await tx.query(selectVendor({ expertId: args.expert_id ?? null }))
    if (!vendor[0])
      throw problem('experts.deal_vendor', { message: 'Choose the vendor from the list.', field: 'expert_id' })
    const { rows } = await tx.query<{ id: number }>(
      insertDeal({ ...claimValues(intent), expertId: args.expert_id, ...written }),
    )
    return rows[0]?.id ?? (await earlierResult(tx, intent))!
  })
}
