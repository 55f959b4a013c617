import { describe, expect, it } from 'vitest'
import { Geographies, GetDisciplineByType, GetExpertises, GetFeatureFlag } from '#api/operations.ts'
import { demoMembers, demoMemberId } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const helen = await testServer.member(demoMembers.member)
const nobody = testServer.anonymous()
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('Geographies (OP-Geographies)', () => {
  it('lists them by name', async () => {
    const { geographies } = await helen.ask(Geographies, {})
    const stored = await testServer.sql<{ name: string }>('select name from geographies order by name')
    expect(names(geographies)).toEqual(names(stored))
  })

  it('finds a part of the name, in any case', async () => {
    expect(names((await helen.ask(Geographies, { name: 'united' })).geographies)).toEqual([
      'United Arab Emirates',
      'United Kingdom',
      'United States',
    ])
  })

  it.each(['%', '_', '\\', "'", 'a%b', '\\%'])('takes %s for itself, not for a pattern', async (name) => {
    expect((await helen.ask(Geographies, { name })).geographies).toEqual([])
  })

  it('gives as many as asked, a thousand at most, and says which variable is wrong', async () => {
    expect((await helen.ask(Geographies, { limit: 3 })).geographies).toHaveLength(3)
    expect((await helen.ask(Geographies, { limit: 1001 })).geographies.length).toBeLessThanOrEqual(1000)
    expect(await helen.op(Geographies, { limit: -1 })).toMatchObject({
      status: 400,
      code: 'request.variables',
      field: 'limit',
    })
  })

  it('needs a session', async () => {
    expect(await nobody.op(Geographies, {})).toMatchObject({ status: 401, data: null, code: 'session.none' })
  })
})

describe('GetExpertises (OP-GetExpertises)', () => {
  it('lists areas of expertise by name', async () => {
    const { areas_of_expertise } = await helen.ask(GetExpertises, {})
    expect(names(areas_of_expertise)).toEqual(
      names(await testServer.sql('select name from areas_of_expertise order by name')),
    )
  })

  it('needs a session', async () => {
    expect(await nobody.op(GetExpertises, {})).toMatchObject({ status: 401, code: 'session.none' })
  })
})

describe('GetDisciplineByType (OP-GetDisciplineByType)', () => {
  it.each(['legal', 'finance', 'executive'] as const)('gives %s with its team and links', async (type) => {
    const { discipline } = await helen.ask(GetDisciplineByType, { type })
    expect(discipline).toMatchObject({ type, team_name: expect.any(String), links: expect.any(Array) })
  })

  it('answers before sign-in, as the sign-in page needs it', async () => {
    expect(await nobody.op(GetDisciplineByType, { type: 'legal' })).toMatchObject({ status: 200 })
  })

  it('refuses a word that is not a discipline', async () => {
    expect(await helen.op(GetDisciplineByType, { type: 'medical' as never })).toMatchObject({
      status: 400,
      code: 'request.variables',
    })
  })
})

describe('GetFeatureFlag (OP-GetFeatureFlag)', () => {
  const enabledFor = async (email: string, key: string) =>
    (await (await testServer.member(email)).ask(GetFeatureFlag, { key })).feature_flag.enabled
  const put = (key: string, enabled: boolean, network: number | null, user: number | null) =>
    testServer.sql('insert into feature_flags (key, enabled, peer_network_id, user_id) values ($1, $2, $3, $4)', [
      key,
      enabled,
      network,
      user,
    ])

  it('is off where nobody decided', async () => {
    expect(await helen.ask(GetFeatureFlag, { key: 'unheard-of' })).toEqual({
      feature_flag: { key: 'unheard-of', enabled: false },
    })
  })

  it('puts the network before everyone and the member before the network', async () => {
    const { legal } = await networkIds(testServer)
    const peer = await demoMemberId(testServer.database.write, demoMembers.peer)
    for (const value of [true, false]) {
      const key = `precedence-${value}`
      await put(key, value, null, null)
      await put(key, !value, legal, null)
      await put(key, value, null, peer)
      expect(await enabledFor(demoMembers.finance, key)).toBe(value)
      expect(await enabledFor(demoMembers.member, key)).toBe(!value)
      expect(await enabledFor(demoMembers.peer, key)).toBe(value)
    }
  })

  it('is open while onboarding is unfinished, and to nobody without a session', async () => {
    expect(await enabledFor(demoMembers.newcomer, 'anything')).toBe(false)
    expect(await nobody.op(GetFeatureFlag, { key: 'anything' })).toMatchObject({ status: 401 })
  })

  it('does not say what another member was given', async () => {
    await put('secret-trial', true, null, await demoMemberId(testServer.database.write, demoMembers.peer))
    expect(await enabledFor(demoMembers.member, 'secret-trial')).toBe(false)
  })
})
