/** Invoices by link: no sign-in for those who have the link, and it cannot be guessed. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import {
  mailsTo,
  membershipOf,
  advanceDays,
  payCheckout,
  insertPaidMember,
  runMembershipJobs,
} from '../harness/membership.ts'

const testServer = await startTestServer()
const [helen, grace, keisha, ben] = await testServer.members(
  demoMembers.member,
  demoMembers.billing,
  'keisha@members.test',
  demoMembers.pastDue,
)
const visitor = testServer.anonymous()
await visitor.send('GET', '/auth/login')

/** The id and token of the link to which the member's own page redirects. */
async function linkOf(client: Client, state: string) {
  const { team_membership } = await membershipOf(client)
  const invoice = team_membership!.team.invoices.find((each) => each.state === state)!
  const answer = await client.send('GET', `/api/membership/invoices/${invoice.id}`)
  expect(answer.status).toBe(302)
  return { id: invoice.id, token: answer.headers.get('location')!.replace('/invoice/', '') }
}

describe('an invoice (ROUTE-invoice-token, LAYOUT-invoice)', () => {
  it('shows amount, period, team and state to whoever has the link', async () => {
    const { token } = await linkOf(grace, 'paid')
    const { status, body, headers } = await visitor.send('GET', `/api/invoice/${token}`)
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' })
    const { data } = body as { data: Record<string, unknown> }
    expect(data).toMatchObject({ team: 'Umber Health', state: 'paid', amount: 448_500 })
    expect(Object.keys(data).toSorted()).toEqual(
      [
        'amount',
        'customer',
        'issued_at',
        'issuer',
        'lines',
        'net',
        'network',
        'number',
        'paid_at',
        'period_end',
        'period_start',
        'state',
        'tax',
        'tax_note',
        'team',
        'theme',
        'time_zone',
      ].toSorted(),
    )
  })

  it('keeps of its token only the hash (threat 15)', async () => {
    const { id, token } = await linkOf(helen, 'paid')
    expect(token).toMatch(/^[\w-]{22}$/)
    const [row] = await testServer.sql('select * from invoices where id = $1', [id])
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row!['token_hash']).toBe(createHash('sha256').update(token).digest('base64url'))
  })

  it('answers alike to whatever is no link: wrong, cut, long, another number (threat 15)', async () => {
    const { id, token } = await linkOf(helen, 'paid')
    const wrong = [
      'x'.repeat(22),
      token.slice(1),
      `${token}x`,
      String(id),
      token.toLowerCase() + '_',
      '..%2f..',
      '%00',
      "'--",
    ]
    const answers = await Promise.all(
      wrong.flatMap((each) => [
        visitor.send('GET', `/api/invoice/${each}`),
        visitor.send('GET', `/api/invoice/${each}/pdf`),
        visitor.send('POST', `/api/invoice/${each}/pay`, { body: {} }),
      ]),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.body).toMatchObject({ code: 'membership.no_invoice' })
  })

  it('is a file of one page too', async () => {
    const { token } = await linkOf(grace, 'paid')
    const answer = await visitor.send('GET', `/api/invoice/${token}/pdf`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\w-]+\.pdf"$/)
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect(answer.text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  it('leads from the page only to one’s own', async () => {
    const { id } = await linkOf(grace, 'paid')
    for (const client of [helen, keisha])
      expect((await client.send('GET', `/api/membership/invoices/${id}`)).status).toBe(404)
    expect((await visitor.send('GET', `/api/membership/invoices/${id}`)).status).toBe(401)
    expect((await helen.send('GET', '/api/membership/invoices/x')).status).toBe(404)
  })
})

describe('paying it', () => {
  it('works without signing in, brings the membership back, and only once', async () => {
    const { token } = await linkOf(ben, 'open')
    const begun = await visitor.send('POST', `/api/invoice/${token}/pay`, { body: {} })
    const { url } = (begun.body as { data: { url: string } }).data
    expect((await payCheckout(visitor, url, 'decline')).body).toMatchObject({ code: 'membership.card_declined' })
    const paid = await Promise.all(Array.from({ length: 5 }, () => payCheckout(visitor, url, 'success')))
    expect(paid.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await testServer.runJobs()
    expect(await membershipOf(ben)).toMatchObject({ standing: 'full', past_due_until: null, card_status: 'valid' })
    expect(await mailsTo(testServer, ben, 'membership-receipt')).toHaveLength(1)
    const again = await visitor.send('POST', `/api/invoice/${token}/pay`, { body: {} })
    expect(again.body).toMatchObject({ code: 'membership.invoice_settled' })
  })

  it('is asked for by mail, with a link that opens it', async () => {
    const client = await insertPaidMember(testServer, 'later_failure')
    await advanceDays(testServer, client.id, 366)
    await runMembershipJobs(testServer)
    const [mail] = await mailsTo(testServer, client, 'membership-unpaid')
    const token = /\/invoice\/([\w-]{22})\b/.exec(mail!.text)![1]!
    expect((await visitor.send('GET', `/api/invoice/${token}`)).body).toMatchObject({ data: { state: 'open' } })
  })
})
