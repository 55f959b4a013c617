/** Statements for vendor deals. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'

export const selectVendor = statement(
  'select-vendor',
  { expertId: 'bigint' },
  (p) => sql`select id from experts where id = ${p.expertId} and merged_into is null`,
)
export const insertDeal = statement(
  'insert-vendor-deal',
  {
    ...CLAIM,
    expertId: 'bigint',
    shortText: 'text',
    platformDescription: 'text',
    vendorFirstName: 'text',
    vendorEmails: 'text[]',
    showInThreadDetails: 'boolean',
    showInVendorPage: 'boolean',
  },
  (p) => sql`
    with claimed as (${claim(p, 'vendor_deals_id_seq')})
    insert into vendor_deals (id, expert_id, short_text, platform_description, vendor_first_name, vendor_emails,
      show_in_thread_details, show_in_vendor_page, updated_at, updated_by)
    overriding system value select c.result, ${p.expertId}, ${p.shortText}, ${p.platformDescription}, ${p.vendorFirstName}, ${p.vendorEmails}, ${p.showInThreadDetails}, ${p.showInVendorPage}, now(), ${p.userId} from claimed c returning id`,
)
export const updateDeal = statement(
  'update-vendor-deal',
  {
    id: 'bigint',
    updatedBy: 'bigint',
    shortText: 'text',
    platformDescription: 'text',
    vendorFirstName: 'text',
    vendorEmails: 'text[]',
    showInThreadDetails: 'boolean',
    showInVendorPage: 'boolean',
  },
  (p) => sql`
    update vendor_deals set short_text = ${p.shortText}, platform_description = ${p.platformDescription}, vendor_first_name = ${p.vendorFirstName}, vendor_emails = ${p.vendorEmails},
      show_in_thread_details = ${p.showInThreadDetails}, show_in_vendor_page = ${p.showInVendorPage}, updated_at = now(), updated_by = ${p.updatedBy}
    where id = ${p.id} returning id`,
)
