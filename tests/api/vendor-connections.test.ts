import { describe, expect, it } from 'vitest'
import { GetExpertProfile, TriggerVendorConnection } from '#api/operations.ts'
import { CONNECTION_DAYS, CONNECTION_MESSAGE_LENGTH } from '#shared/experts.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.finance)
const [deal] = await testServer.sql<{ id: number; expert_id: number }>(
  `select d.id, d.expert_id from vendor_deals d join experts e on e.id = d.expert_id where e.name = 'Speakwell'`,
)
const trigger = (client: Client, more: object = {}) =>
  client.op(TriggerVendorConnection, { vendor_deal_id: deal!.id, consent: true, ...more })
const mails = () =>
  testServer.sql<{ to: string; subject: string; text: string; html: string; headers: Record<string, string> }>(
    `select "to", subject, text, html, headers from outgoing_mails where kind = 'vendor-connection' order by id`,
  )
const requested = async (client: Client) =>
  (await client.ask(GetExpertProfile, { id: deal!.expert_id })).expert_profile!.vendor_deals[0]!.connection_requested_at

describe('TriggerVendorConnection (OP-TriggerVendorConnection, FIELD-vendor_deal.vendor_emails)', () => {
  it('tells the vendor nothing without consent', async () => {
    expect(await trigger(helen, { consent: false })).toMatchObject({
      code: 'experts.consent_missing',
      field: 'consent',
    })
    expect((await helen.op(TriggerVendorConnection, { vendor_deal_id: deal!.id })).code).toBe('experts.consent_missing')
    await testServer.runJobs()
    expect(await mails()).toEqual([])
    expect(await requested(helen)).toBeNull()
  })

  it(`mails name, company and address to each of the vendor’s addresses, once in ${CONNECTION_DAYS} days`, async () => {
    const tries = await Promise.all([1, 2, 3].map(() => trigger(helen, { message: 'A demonstration in May?' })))
    expect(tries.map(({ code }) => code ?? 'done').toSorted()).toEqual([
      'done',
      'experts.connection_repeated',
      'experts.connection_repeated',
    ])
    await testServer.runJobs()
    const sent = await mails()
    const { name, company } = demoMember(demoMembers.member)
    expect(sent.map(({ to }) => to)).toEqual(['members@speakwell.test', 'partners@speakwell.test'])
    for (const { text, html, headers } of sent) {
      for (const told of [name, company, demoMembers.member, 'A demonstration in May?']) {
        expect(text).toContain(told)
        expect(html).toContain(told.replaceAll('&', '&amp;'))
      }
      expect(headers['Reply-To']).toBe(demoMembers.member)
    }
    expect(await requested(helen)).not.toBeNull()
    expect(await requested(marcus)).toBeNull()

    await testServer.sql(
      `update vendor_connections set consented_at = now() - interval '${CONNECTION_DAYS} days 1 minute'`,
    )
    expect(await requested(helen)).toBeNull()
    expect(await trigger(helen)).toMatchObject({ data: { triggerVendorConnection: { id: deal!.id } } })
    await testServer.runJobs()
    expect(await mails()).toHaveLength(4)
  })

  it('answers for a deal that one may not see exactly as for none', async () => {
    await testServer.sql('update experts set channels = $2 where id = $1', [deal!.expert_id, [999_999]])
    const hidden = await trigger(samuel)
    const unknown = await trigger(samuel, { vendor_deal_id: 999_999 })
    expect(hidden).toMatchObject({ code: 'experts.deal_not_found' })
    expect(hidden.text).toBe(unknown.text)
    await testServer.sql('select refresh_experts(array[$1::bigint])', [deal!.expert_id])
    expect((await trigger(samuel)).code).toBeUndefined()
    expect(await trigger(testServer.anonymous())).toMatchObject({ status: 401 })
  })

  it('refuses a long message, and a vendor without an address', async () => {
    expect(await trigger(marcus, { message: 'x'.repeat(CONNECTION_MESSAGE_LENGTH + 1) })).toMatchObject({
      code: 'experts.connection_message',
    })
    await testServer.sql(`update vendor_deals set vendor_emails = '{}' where id = $1`, [deal!.id])
    expect((await trigger(marcus)).code).toBe('experts.vendor_unreachable')
  })
})
