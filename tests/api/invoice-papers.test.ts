/** What an accountant needs on an invoice: seller, buyer, items, tax, number, date. */
import { describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import {
  GetMembershipPrice,
  SaveBillingDetails,
  SaveCommunitySetting,
  StartCheckout,
  SyncUserBillingData,
} from '#api/operations.ts'
import { invoiceDay, REVERSE_CHARGE, type InvoicePaper } from '#shared/invoices.ts'
import { moneyOf } from '#shared/membership.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import {
  checkoutOf,
  mailsTo,
  membershipOf,
  advanceDays,
  payCheckout,
  insertMember,
  runMembershipJobs,
} from '../harness/membership.ts'

const testServer = await startTestServer()
const staff = await testServer.member(demoMembers.staff)
const set = (settings: Record<string, string>) =>
  Promise.all(Object.entries(settings).map(([key, value]) => staff.ask(SaveCommunitySetting, { key, value } as never)))
const ISSUER = {
  invoice_issuer_name: 'Counterpart Networks GmbH',
  invoice_issuer_address: 'Beispielstraße 1\n10115 Berlin',
  invoice_issuer_country: 'DE',
  invoice_issuer_tax_id: 'DE136695976',
  invoice_tax_rates: 'DE 19\nFR 20',
}
await set(ISSUER)
const DETAILS = {
  company: 'Łukasz Ğürsoy 王 & Söhne',
  address: 'Hauptstraße 2\n80331 München',
  country: 'DE',
  tax_id: '',
}

async function putPayer(details?: typeof DETAILS): Promise<Client> {
  const client = await insertMember(testServer, { state: 'full access', isComplete: true })
  if (details) await client.ask(SaveBillingDetails, details)
  return client
}
async function pay(client: Client) {
  await payCheckout(client, (await checkoutOf(client)).url, 'success')
  await client.ask(SyncUserBillingData, {})
}
async function shown(client: Client, index = 0) {
  const invoice = (await membershipOf(client)).team_membership!.team.invoices[index]!
  const link = await client.send('GET', `/api/membership/invoices/${invoice.id}`)
  const { body } = await client.send('GET', `/api${link.headers.get('location')!}`)
  return {
    ...(body as { data: InvoicePaper & { number: string; amount: number; issued_at: string } }).data,
    id: invoice.id,
  }
}
async function fileOf(client: Client, id: number): Promise<string> {
  const link = await client.send('GET', `/api/membership/invoices/${id}/pdf`)
  const answer = await fetch(`${testServer.url}${link.headers.get('location')!}`)
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
}

describe('an invoice names', () => {
  it('issuer, customer, lines, tax and total, on the page and in the file that each payer can download', async () => {
    const client = await putPayer(DETAILS)
    await pay(client)
    const invoice = await shown(client)
    const [line] = invoice.lines
    expect(invoice).toMatchObject({
      issuer: { name: 'Counterpart Networks GmbH', country: 'DE', tax_id: 'DE136695976' },
      customer: DETAILS,
      net: line!.net,
      tax: Math.round(line!.net * 0.19),
      amount: line!.gross,
      tax_note: '',
    })
    expect(line).toMatchObject({ quantity: 1, unit_price: line!.net, tax_percent: 19, gross: line!.net + line!.tax })
    const text = await fileOf(client, invoice.id)
    for (const part of [
      `Invoice ${invoice.number}`,
      'Counterpart Networks GmbH',
      'Beispielstraße 1',
      'Tax ID DE136695976',
      DETAILS.company,
      '80331 München',
      line!.description,
      moneyOf(line!.net),
      '19%',
      moneyOf(invoice.tax),
      moneyOf(invoice.amount),
      invoiceDay(invoice, invoice.issued_at),
    ])
      expect(text).toContain(part)
  })

  it('a line for each seat that a team pays for', async () => {
    const grace = await testServer.member(demoMembers.billing)
    const invoice = await shown(grace)
    expect(invoice.lines).toEqual([expect.objectContaining({ quantity: 3, unit_price: 149_500, net: 448_500 })])
    expect(await fileOf(grace, invoice.id)).toMatch(/3 \$1,495\.00 \$4,485\.00/)
  })

  it('the days of the zone of whoever pays, the same on the page, in the file, in the list and in the mail', async () => {
    const client = await putPayer(DETAILS)
    await testServer.sql(`update users set time_zone = 'Pacific/Kiritimati' where id = $1`, [client.id])
    await pay(client)
    const [listed] = (await membershipOf(client)).team_membership!.team.invoices
    const page = await shown(client)
    expect([listed!.time_zone, page.time_zone]).toEqual(['Pacific/Kiritimati', 'Pacific/Kiritimati'])
    const day = invoiceDay(listed!, listed!.period_end)
    expect(await fileOf(client, page.id)).toContain(day)
    const [mail] = await mailsTo(testServer, client, 'membership-receipt')
    expect(mail!.text).toContain(day)
    // The invoice retains its time zone when the payer's changes.
    await testServer.sql(`update users set time_zone = 'Pacific/Pago_Pago' where id = $1`, [client.id])
    expect((await membershipOf(client)).team_membership!.team.invoices[0]!.time_zone).toBe('Pacific/Kiritimati')
  })
})

describe('tax', () => {
  it('is the rate of the customer’s country, shown before paying and charged', async () => {
    const client = await putPayer({ ...DETAILS, country: 'FR' })
    const { membership_price: price } = await client.ask(GetMembershipPrice, {})
    expect(price).toMatchObject({ tax_percent: 20, tax: price!.total / 5, tax_note: '' })
    const { url } = await checkoutOf(client)
    const id = url.split('/').at(-1)
    const { body } = await client.send('GET', `/api/test-billing/checkouts/${id}`)
    expect(body).toMatchObject({ data: { amount: price!.total + price!.tax } })
  })

  it('is left to a company with a VAT number elsewhere in the European Union, and the invoice says so', async () => {
    const client = await putPayer({ ...DETAILS, country: 'FR', tax_id: 'FR40303265045' })
    await pay(client)
    const invoice = await shown(client)
    expect(invoice).toMatchObject({ tax: 0, tax_note: REVERSE_CHARGE })
    expect(await fileOf(client, invoice.id)).toContain(REVERSE_CHARGE)
  })

  it('is none where no rate is set', async () => {
    const client = await putPayer({ ...DETAILS, country: 'US' })
    await pay(client)
    expect(await shown(client)).toMatchObject({ tax: 0, tax_note: '' })
  })

  it('changes with the details, also of a checkout that was started', async () => {
    const client = await putPayer(DETAILS)
    const first = await checkoutOf(client)
    await client.ask(SaveBillingDetails, { ...DETAILS, country: 'US' })
    const again = await client.ask(StartCheckout, { return_path: '/', idempotency_key: newKey() })
    expect(again.startCheckout.url).not.toBe(first.url)
    expect((await payCheckout(client, first.url, 'success')).status).toBe(404)
  })
})

describe('numbers', () => {
  it('follow each other without a gap, however many are issued at once', async () => {
    await set({ invoice_number_prefix: 'GAP-' })
    const clients = await Promise.all(Array.from({ length: 6 }, () => putPayer()))
    for (const client of clients) await payCheckout(client, (await checkoutOf(client)).url, 'success')
    await Promise.all(clients.flatMap((client) => [client, client].map((each) => each.ask(SyncUserBillingData, {}))))
    const rows = await testServer.sql<{ number: string }>(
      `select number from invoices where number like 'GAP-%' order by 1`,
    )
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `GAP-0000${n}`))
  })

  it('are free again where the invoice could not be issued', async () => {
    await set({ invoice_number_prefix: 'FREE-' })
    const [refused, next] = [await putPayer(), await putPayer()]
    await testServer.sql(
      `alter table outgoing_mails add constraint no_mail check (kind <> 'membership-receipt') not valid`,
    )
    await payCheckout(refused, (await checkoutOf(refused)).url, 'success')
    expect((await refused.op(SyncUserBillingData, {})).code).toBeDefined()
    await testServer.sql('alter table outgoing_mails drop constraint no_mail')
    await pay(next)
    const numbers = await testServer.sql(`select number from invoices where number like 'FREE-%'`)
    expect(numbers).toEqual([{ number: 'FREE-00001' }])
  })
})

describe('what was issued', () => {
  it('does not change with issuer, details or rates; the next invoice does', async () => {
    await set(ISSUER)
    const client = await putPayer(DETAILS)
    await pay(client)
    const before = await shown(client)
    await set({ invoice_issuer_name: 'Another Issuer AG', invoice_tax_rates: 'DE 7' })
    await client.ask(SaveBillingDetails, { ...DETAILS, company: 'Another Company' })
    await client.ask(SyncUserBillingData, {})
    expect(await shown(client)).toEqual(before)
    await advanceDays(testServer, client.id, 366)
    await runMembershipJobs(testServer)
    expect(await shown(client)).toMatchObject({
      issuer: { name: 'Another Issuer AG' },
      customer: { company: 'Another Company' },
      lines: [{ tax_percent: 7 }],
    })
    await set(ISSUER)
  })

  it('cannot be changed in the database either', async () => {
    await expect(testServer.sql('update invoices set amount = amount + 1')).rejects.toThrow(
      /issued and does not change/,
    )
    await testServer.sql(`update invoices set state = state`)
    await expect(testServer.sql('delete from invoices')).rejects.toThrow(/issued and is not deleted/)
    await expect(
      testServer.sql(
        'delete from teams where id in (select team_id from subscriptions join invoices i on i.subscription_id = subscriptions.id)',
      ),
    ).rejects.toThrow(/invoices_subscription_id_fkey/)
  })
})

describe('billing details', () => {
  it('are checked by the rules of their country', async () => {
    const client = await putPayer()
    const refusals = [
      [{ company: ' ' }, 'company', 'Enter the company name.'],
      [{ address: '\n' }, 'address', 'Enter the address.'],
      [{ country: 'XX' }, 'country', 'Choose a country.'],
      [{ tax_id: 'DE136695977' }, 'tax_id', 'This isn’t a valid tax ID for Germany. Correct it, or leave it blank.'],
    ] as const
    for (const [wrong, field, message] of refusals)
      expect(await client.op(SaveBillingDetails, { ...DETAILS, ...wrong })).toMatchObject({ field, message })
    const { saveBillingDetails } = await client.ask(SaveBillingDetails, { ...DETAILS, tax_id: 'de 136 695 976' })
    expect(saveBillingDetails.team_membership!.team.billing_details).toMatchObject({ tax_id: 'DE 136 695 976' })
  })

  it('are those of the payer, and nobody else’s', async () => {
    const keisha = await testServer.member('keisha@members.test')
    expect((await keisha.op(SaveBillingDetails, DETAILS)).code).toBe('membership.not_billing_admin')
    expect((await membershipOf(keisha)).team_membership!.team.billing_details).toBeNull()
  })
})
