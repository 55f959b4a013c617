/** Vendor deals as staff manage them. */
import { expect, it } from 'vitest'
import { GetExpertProfile, GetKeptDeals, SaveVendorDeal } from '#api/operations.ts'
import { DEAL_EMAILS, DEAL_TEXT_LENGTH, dealProblem } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)
const [vendor] = await testServer.sql<{ id: number }>(`select id from experts where name = 'Speakwell'`)
const UNKNOWN = 9_007_199_254_740_991
const DEAL = {
  short_text: 'Half a year free.',
  platform_description: 'A line for those who must speak.',
  vendor_first_name: 'Marit',
  vendor_emails: ['members@speakwell.test'],
  show_in_thread_details: false,
  show_in_vendor_page: true,
}
const save = (deal: Partial<typeof DEAL> = {}, more: object = { expert_id: vendor!.id }) => ({
  ...more,
  deal: { ...DEAL, ...deal },
  idempotency_key: newKey(),
})
const offered = async () =>
  (await helen.ask(GetExpertProfile, { id: vendor!.id })).expert_profile!.vendor_deals.map(
    ({ short_text }) => short_text,
  )

it('is written once for one key, shown to members, changed, and taken from every page', async () => {
  const order = save()
  const [first, again] = [await staff.ask(SaveVendorDeal, order), await staff.ask(SaveVendorDeal, order)]
  expect(again).toEqual(first)
  expect(first.saveVendorDeal).toMatchObject({
    ...DEAL,
    expert: { id: vendor!.id, name: 'Speakwell' },
    updated_by: { id: staff.id },
    num_of_connections: 0,
  })
  expect((await offered()).filter((text) => text === DEAL.short_text)).toHaveLength(1)
  const { id } = first.saveVendorDeal!
  await staff.ask(SaveVendorDeal, save({ short_text: 'A year free.' }, { id }))
  expect(await offered()).toContain('A year free.')
  const { saveVendorDeal } = await staff.ask(SaveVendorDeal, save({ show_in_vendor_page: false }, { id }))
  expect(saveVendorDeal).toMatchObject({ show_in_vendor_page: false, show_in_thread_details: false })
  expect(await offered()).not.toContain(DEAL.short_text)
  expect((await staff.ask(GetKeptDeals, { limit: 1 })).kept_deals.items[0]).toMatchObject({ id })
})

it('is kept by staff only, for a vendor that is there; members never read the addresses', async () => {
  expect((await helen.ask(GetKeptDeals, {})).kept_deals).toEqual({ items: [], count: 0 })
  const { text } = await helen.op(GetExpertProfile, { id: vendor!.id })
  expect(text).not.toContain('members@speakwell.test')
  expect((await helen.op(SaveVendorDeal, save())).code).toBe('experts.not_here')
  expect((await staff.op(SaveVendorDeal, save({}, { id: UNKNOWN }))).code).toBe('experts.not_here')
  expect((await staff.op(SaveVendorDeal, save({}, {}))).code).toBe('experts.deal_vendor')
  expect((await testServer.anonymous().op(SaveVendorDeal, save())).status).toBe(401)
})

it.each([
  [{ short_text: '  ' }, 'short_text'],
  [{ short_text: 'x'.repeat(DEAL_TEXT_LENGTH + 1) }, 'short_text'],
  [{ platform_description: 'x'.repeat(1_001) }, 'platform_description'],
  [{ vendor_first_name: 'x'.repeat(101) }, 'vendor_first_name'],
  [{ vendor_emails: ['not an address'] }, 'vendor_emails'],
  [{ vendor_emails: Array.from({ length: DEAL_EMAILS + 1 }, (_, index) => `a${index}@b.test`) }, 'vendor_emails'],
])('is refused with a sentence at its field: %j', async (part, field) => {
  expect(dealProblem({ ...DEAL, ...part })?.field).toBe(field)
  expect(await staff.op(SaveVendorDeal, save(part))).toMatchObject({ code: 'experts.deal', field })
})
