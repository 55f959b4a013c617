/** Which operations and REST routes members can call whose membership has ended or whose onboarding is unfinished. */
import { describe, expect, it } from 'vitest'
import { InitialUser, threads } from '#api/operations.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { ROUTES } from '#shared/routes.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { fresh, insertMember } from '../harness/membership.ts'
import { ANSWERS_EXPIRED } from '../hostile/matrix.ts'

const testServer = await startTestServer()
const { operations } = loadContract()
const expired = await testServer.member(demoMembers.expired)
const joining = await insertMember(testServer)
const helen = await testServer.member(demoMembers.member)

/** For payment and the session; then what the specification allows "also while onboarding is unfinished". */
const ANSWERS_JOINING = new Set([
  // Staff stop viewing as a member whose access has ended meanwhile.
  'EndImpersonation',
  'InitialUser',
  'GetAITexts',
  'GetGenericContent',
  'AccountSettings',
  'GetDisciplineByType',
  'GetMembership',
  'GetMembershipPrice',
  'StartCheckout',
  'SaveBillingDetails',
  'PrivateProfile',
  'GetCompanies',
  'UpdateCompanyProfile',
  'UpdatePersonalProfile',
  'UpdateUserCompanyDetails',
  'UpdateUserCompany',
  'UpdateBarQualifications',
  'UpdateBasicInformation',
  'UpdateFinanceInformation',
  'UpdateGeneralInformation',
  'UpdateBio',
  'UpdateProfilePicture',
  'UpdateUserSurvey',
  'CancelUserSurvey',
  'Onboarding',
  'GetLegalDocument',
  'SaveOnboardingProfile',
  'GetOnboardingChecklistItems',
  'GetOnboardingWelcomeVideo',
  'GetPersonalizationItems',
  'GetUserPersonalizationItems',
  'GetWelcomePageLabels',
  'GetFeatureTour',
  'GetUnviewedFeatureTours',
  'GetFeatureAlerts',
  'CompleteOnboardingChecklistItem',
  'CompleteOnboardingChecklist',
  'CloseOnboardingChecklist',
  'UpdateOnboardingStep',
  'SavePersonalizationChoices',
  'ViewedFeatureTour',
  'ViewedFeatureAlert',
  'AcceptMembershipAgreement',
  'SyncUserBillingData',
  'GetFeatureFlag',
  'GetGenericContent',
  'Geographies',
  'industries',
  'IndustryGroup',
  'interests',
  'LawSchool',
  'LawFirms',
  'Prices',
  'GetChapters',
  'GetBusinessModels',
  'GetCompanyTypes',
  'GetExpertises',
  'GetEmploymentStatuses',
  'GetAreasOfResponsibility',
  'GetAdditionalAreas',
  'GetLocations',
])

const refusalOf = async (client: Client, name: string) => {
  const { body } = await client.send('POST', `/api/graphql/${name}`, { body: { variables: {} } })
  const code = (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code
  return code === 'membership.expired' || code === 'onboarding.unfinished' ? code : undefined
}

describe('every operation', () => {
  it.each([...operations.keys()])('%s', async (name) => {
    // No variables are sent: callers without access are refused before variables are validated.
    expect({ name, expired: await refusalOf(expired, name), joining: await refusalOf(joining, name) }).toEqual({
      name,
      expired: ANSWERS_EXPIRED.includes(name) ? undefined : 'membership.expired',
      joining: ANSWERS_JOINING.has(name) ? undefined : 'onboarding.unfinished',
    })
    expect(await refusalOf(helen, name)).toBeUndefined()
  })
})

describe('plain calls', () => {
  const CLOSED = [
    ['GET', '/api/live'],
    ['GET', '/api/%6cive'],
    ['GET', '/api/attachments/1'],
    ['GET', '/api/attachments/1/preview'],
    ['GET', '/api/attachments/1/picture'],
    ['GET', '/api/polls/1/results.csv'],
    ['GET', '/api/invitations'],
    ['POST', '/api/invitations'],
  ] as const
  it.each(CLOSED)('%s %s needs full access', async (method, address) => {
    const body = method === 'POST' ? { body: {} } : {}
    const ended = await expired.send(method, address, body)
    expect(ended.status).toBe(403)
    expect(ended.body).toMatchObject({ code: 'membership.expired', message: expect.stringMatching(/Renew/) })
    expect((await joining.send(method, address, body)).body).toMatchObject({ code: 'onboarding.unfinished' })
  })

  it('uploads need full access, except for the picture of a member who is joining or has left', async () => {
    const upload = (client: Client) =>
      client.send('POST', '/api/uploads', {
        text: '--x--',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
    expect((await upload(expired)).body).not.toMatchObject({ code: 'membership.expired' })
    expect((await upload(joining)).body).not.toMatchObject({ code: 'onboarding.unfinished' })
  })

  const OPEN = ['/api/sessions', '/api/sessions/refresh-user-session', '/api/theme', '/api/auth/two-step']
  it.each(OPEN)('%s answers to everybody with a session', async (address) => {
    for (const client of [expired, joining, helen]) expect((await client.send('GET', address)).status).toBe(200)
  })

  it('analytics and signing out too', async () => {
    const event = { insert_id: 'standing-1', occurred_at: new Date().toISOString(), key: 'feed-viewed' }
    expect((await expired.send('POST', '/api/tracking/analytics-event', { body: event })).status).toBe(204)
    const leaving = await fresh(testServer, expired)
    expect((await leaving.send('POST', '/api/auth/logout', { body: {} })).status).toBe(200)
  })
})

describe('pages', () => {
  const page = async (client: Client, address: string) => {
    const answer = await client.send('GET', address, { headers: { accept: 'text/html' } })
    return { status: answer.status, to: answer.headers.get('location') }
  }
  it.each(['/feed', '/feed/1', '/profile/activity', '/profile/invite'])(
    '%s leads to the membership',
    async (address) => {
      expect(await page(expired, address)).toEqual({ status: 302, to: ROUTES.profileMembership })
    },
  )
  it.each([ROUTES.profileMembership, ROUTES.profileSettings])('%s is open', async (address) => {
    expect(await page(expired, address)).toEqual({ status: 200, to: null })
  })
  it.each(['/feed', ROUTES.profileMembership])('%s leads who is joining back to joining', async (address) => {
    expect((await page(joining, address)).to).toMatch(/^\/onboarding/)
  })
})

describe('the clock and staff', () => {
  it('the session contains the member’s access level', async () => {
    const standingOf = async (client: Client) => (await client.ask(InitialUser, {})).viewer.standing
    expect(await Promise.all([helen, expired, joining].map(standingOf))).toEqual(['full', 'expired', 'onboarding'])
  })

  it('changes with the session’s next look, within seconds, and the reach with it', async () => {
    const member = await insertMember(testServer, { state: 'full access', isComplete: true })
    expect((await member.op(threads, {})).code).toBeUndefined()
    await testServer.sql(`update users set full_access_exp_date = now() where id = $1`, [member.id])
    expect((await (await fresh(testServer, member)).op(threads, {})).code).toBe('membership.expired')
  })

  it('staff stand above it', async () => {
    const staff = await testServer.member(demoMembers.staff)
    await testServer.sql(`update users set current_state = 'expired', on_boarding_complete = false where id = $1`, [
      staff.id,
    ])
    expect((await (await fresh(testServer, staff)).op(threads, {})).code).toBeUndefined()
  })
})
