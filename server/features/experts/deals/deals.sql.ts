/** Statements for vendor deals. */
import { claim } from '#server/platform/database/idempotency.ts'

export const selectVendor = {
  name: 'select-vendor',
  text: 'select id from experts where id = $1 and merged_into is null',
}
export const insertDeal = {
  name: 'insert-vendor-deal',
  text: `
    with claimed as (${claim('vendor_deals_id_seq')})
    insert into vendor_deals (id, expert_id, short_text, platform_description, vendor_first_name, vendor_emails,
      show_in_thread_details, show_in_vendor_page, updated_at, updated_by)
    overriding system value select c.result, $5, $6, $7, $8, $9, $10, $11, now(), $1 from claimed c returning id`,
}
export const updateDeal = {
  name: 'update-vendor-deal',
  text: `
    update vendor_deals set short_text = $3, platform_description = $4, vendor_first_name = $5, vendor_emails = $6,
      show_in_thread_details = $7, show_in_vendor_page = $8, updated_at = now(), updated_by = $2
    where id = $1 returning id`,
}
