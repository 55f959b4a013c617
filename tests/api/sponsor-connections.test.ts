/** Introductions to sponsors: what a sponsor learns, and that nobody learns the address of a sponsor. */
import { describe, expect, it } from 'vitest'
import {
  AllLearningHubSearch,
  GetStaffSeries,
  GetStaffSeriesById,
  GetOwnSeries,
  Series,
  SeriesByPk,
  SeriesSearch,
  TriggerSponsorConnection,
} from '#api/operations.ts'
import { SPONSOR_CONNECTION_DAYS, SPONSOR_MESSAGE } from '#shared/learning.ts'
import { demoMember, demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, ruth] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const nobody = testServer.anonymous()
const idOf = async (title: string) =>
  (await testServer.sql<{ id: number }>('select id from series where title = $1', [title]))[0]!.id
const vendors = await idOf('Negotiating with model vendors')
const minutes = await idOf('Board minutes that hold up')

describe('TriggerSponsorConnection (OP-TriggerSponsorConnection, FIELD-series.sponsors.email)', async () => {
  const { sponsors } = (await helen.ask(SeriesByPk, { id: vendors })).series!
  const [sponsor] = sponsors
  const trigger = (client: Client, more: object = {}) =>
    client.op(TriggerSponsorConnection, { series_id: vendors, sponsor_id: sponsor!.id, consent: true, ...more })
  const mails = () =>
    testServer.sql<{ to: string; text: string; headers: Record<string, string> }>(
      `select "to", text, headers from outgoing_mails where kind = 'sponsor-connection' order by id`,
    )
  const requested = async (client: Client) =>
    (await client.ask(SeriesByPk, { id: vendors })).series!.sponsors[0]!.connection_requested_at

  it('tells the sponsor nothing without consent', async () => {
    expect(await trigger(helen, { consent: false })).toMatchObject({
      code: 'learning.consent_missing',
      field: 'consent',
    })
    expect((await helen.op(TriggerSponsorConnection, { series_id: vendors, sponsor_id: sponsor!.id })).code).toBe(
      'learning.consent_missing',
    )
    await testServer.runJobs()
    expect(await mails()).toEqual([])
    expect(await requested(helen)).toBeNull()
  })

  it(`mails name, company and address to the sponsor, once in ${SPONSOR_CONNECTION_DAYS} days`, async () => {
    const tries = await Promise.all([1, 2, 3].map(() => trigger(helen, { message: 'A call in May?' })))
    expect(tries.map(({ code }) => code ?? 'done').toSorted()).toEqual([
      'done',
      'learning.connection_repeated',
      'learning.connection_repeated',
    ])
    await testServer.runJobs()
    const sent = await mails()
    const { name, company } = demoMember(demoMembers.member)
    expect(sent.map(({ to }) => to)).toEqual(['lydia@ledgerandpine.test'])
    for (const told of [name, company, demoMembers.member, 'A call in May?', 'Negotiating with model vendors'])
      expect(sent[0]!.text).toContain(told)
    expect(sent[0]!.headers['Reply-To']).toBe(demoMembers.member)
    expect(await requested(helen)).not.toBeNull()
    expect(await requested(marcus)).toBeNull()
    await testServer.sql(
      `update sponsor_connections set consented_at = now() - interval '${SPONSOR_CONNECTION_DAYS} days 1 minute'`,
    )
    expect(await requested(helen)).toBeNull()
    expect(await trigger(helen)).toMatchObject({ data: { triggerSponsorConnection: { success: true } } })
  })

  it('answers for a sponsor that one may not see, or of another series, exactly as for none', async () => {
    const unknown = await samuel.op(TriggerSponsorConnection, {
      series_id: vendors,
      sponsor_id: 999_999,
      consent: true,
    })
    expect(unknown.code).toBe('learning.sponsor_not_found')
    expect((await trigger(samuel)).text).toBe(unknown.text)
    expect((await trigger(helen, { series_id: minutes })).code).toBe('learning.sponsor_not_found')
    expect(await trigger(nobody)).toMatchObject({ status: 401 })
  })

  it('refuses a long message', async () => {
    expect(await trigger(marcus, { message: 'x'.repeat(SPONSOR_MESSAGE + 1) })).toMatchObject({
      code: 'learning.connection_message',
      field: 'message',
    })
  })

  it('gives the address of a sponsor in no answer to a member', async () => {
    const addresses = (await testServer.sql<{ email: string }>('select email::text as email from series_sponsors')).map(
      ({ email }) => email,
    )
    expect(addresses.length).toBeGreaterThan(2)
    const answers = [
      await marcus.op(Series, {}),
      await marcus.op(SeriesByPk, { id: vendors }),
      await marcus.op(SeriesSearch, { search: 'vendors' }),
      await marcus.op(AllLearningHubSearch, { search: 'lydia ledgerandpine' }),
      await marcus.op(GetOwnSeries, {}),
      await trigger(marcus),
      await marcus.op(GetStaffSeries, {}),
      await marcus.op(GetStaffSeriesById, { id: vendors }),
    ]
    for (const { text } of answers) for (const address of addresses) expect(text).not.toContain(address)
    expect((await ruth.op(GetStaffSeriesById, { id: vendors })).text).toContain('lydia@ledgerandpine.test')
  })
})
