/** The yearly question whether a profile is still correct, and presence. */
import { describe, expect, it } from 'vitest'
import {
  CancelUserSurvey,
  PrivateProfile,
  ProfileMetadataByPk,
  UpdateLastOnline,
  UpdateUserSurvey,
} from '#api/operations.ts'
import { ONLINE_MINUTES, SURVEY_AGAIN_DAYS, SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { PRESENCE_FEWEST } from '#shared/people.ts'
import { stepPresence } from '../harness/presence.ts'

const testServer = await startTestServer()
const [helen, marcus, newcomer] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.newcomer)
const nobody = testServer.anonymous()
const DAY_MS = 86_400_000
const daysUntil = (date: string | null) => Math.round((Date.parse(date!) - Date.now()) / DAY_MS)
const dueOf = async (client: typeof helen) =>
  (await client.ask(PrivateProfile, {})).private_profile!.next_profile_update_date

describe('UpdateUserSurvey (OP-UpdateUserSurvey)', () => {
  it.each(['onboarding', 'other', 'survey', 'userProfile'] as const)(
    'stores the answers of %s and asks again in a year (ENUM-survey_source)',
    async (source) => {
      const { updateUserSurvey: made } = await helen.ask(UpdateUserSurvey, { answers: { title: 'unchanged' }, source })
      expect(made).toMatchObject({ answers: { title: 'unchanged' }, source })
      expect(daysUntil(made.next_profile_update_date)).toBe(SURVEY_AGAIN_DAYS)
      expect(await dueOf(helen)).toBe(made.next_profile_update_date)
    },
  )

  it('refuses another source, answers that are none, and callers without a session', async () => {
    expect((await helen.op(UpdateUserSurvey, { answers: {}, source: 'elsewhere' as never })).code).toBe(
      'request.variables',
    )
    expect((await helen.op(UpdateUserSurvey, { answers: [1], source: 'survey' })).code).toBe('people.survey_answers')
    expect((await helen.op(UpdateUserSurvey, { answers: { text: 'x'.repeat(20_001) }, source: 'survey' })).code).toBe(
      'people.survey_answers',
    )
    expect((await nobody.op(UpdateUserSurvey, { answers: {}, source: 'survey' })).status).toBe(401)
  })

  it('is open while onboarding is unfinished', async () => {
    expect((await newcomer.ask(UpdateUserSurvey, { answers: {}, source: 'onboarding' })).updateUserSurvey.source).toBe(
      'onboarding',
    )
  })
})

describe('CancelUserSurvey (OP-CancelUserSurvey)', () => {
  it.each(['MemberPage', 'YearlyPrompt'] as const)(
    'asks again in 30 days, and keeps that it stood in %s (ENUM-prompt_placement)',
    async (placement) => {
      const { cancelUserSurvey: made } = await marcus.ask(CancelUserSurvey, { placement })
      expect(made).toMatchObject({ placement, source: 'userProfile', cancelled_at: expect.any(String) })
      expect(daysUntil(made.next_profile_update_date)).toBe(SURVEY_CANCELLED_DAYS)
      expect(await dueOf(marcus)).toBe(made.next_profile_update_date)
    },
  )

  it('refuses another placement, and callers without a session', async () => {
    expect((await marcus.op(CancelUserSurvey, { placement: 'Elsewhere' as never })).code).toBe('request.variables')
    expect((await nobody.op(CancelUserSurvey, {})).status).toBe(401)
  })
})

describe('UpdateLastOnline (OP-UpdateLastOnline)', () => {
  const seen = async () => (await helen.ask(ProfileMetadataByPk, { id: marcus.id })).profile_metadata!.is_online
  const wasOnline = (minutes: number) =>
    testServer.sql('update users set last_online_at = now() - make_interval(secs => $2) where id = $1', [
      marcus.id,
      minutes * 60,
    ])

  /** Puts enough others of his networks online for presence to be shown; returns their ids. */
  const withOthers = async () => {
    await testServer.sql('update users set last_online_at = null')
    const others = await testServer.sql<{ id: number }>(
      `select distinct u.id from users u join peer_network_memberships m on m.user_id = u.id
       where u.id <> $1 and not u.suspended and u.shows_presence and m.peer_network_id in (
         select o.peer_network_id from peer_network_memberships o where o.user_id = $1)
       and not exists (select from peer_network_memberships x where x.user_id = u.id and x.peer_network_id not in (
         select o.peer_network_id from peer_network_memberships o where o.user_id = $1))`,
      [marcus.id],
    )
    const networks = await testServer.sql<{ ids: number[] }>(
      `select array_agg(m.user_id order by m.user_id) as ids from peer_network_memberships m
       where m.user_id = any($1) group by m.peer_network_id`,
      [others.map(({ id }) => id)],
    )
    const chosen = [...new Set(networks.flatMap(({ ids }) => ids.slice(0, PRESENCE_FEWEST - 1)))]
    await testServer.sql('update users set last_online_at = now() where id = any($1)', [chosen])
    return chosen
  }

  it('shows who was here in the last five minutes, in steps for everybody at once (FIELD-user.is_online)', async () => {
    await withOthers()
    await wasOnline(ONLINE_MINUTES + 0.1)
    await stepPresence(testServer)
    expect(await seen()).toBe(false)
    expect((await marcus.ask(UpdateLastOnline, {})).updateLastOnline).toEqual({ is_online: true })
    // Coming online changes nothing until the next step.
    expect(await seen()).toBe(false)
    await stepPresence(testServer)
    expect(await seen()).toBe(true)
    await wasOnline(ONLINE_MINUTES + 0.1)
    expect(await seen()).toBe(true)
    await stepPresence(testServer)
    expect(await seen()).toBe(false)
  })

  it('shows nobody in a network where fewer than five are online: one of few could be found by what appears', async () => {
    const [marcusIs, last] = [() => seen(), async () => (await withOthers()).at(-1)!]
    const id = await last()
    await wasOnline(0)
    await stepPresence(testServer)
    expect(await marcusIs()).toBe(true)
    await testServer.sql('update users set last_online_at = null where id = $1', [id])
    await stepPresence(testServer)
    expect(await marcusIs()).toBe(false)
  })

  it('leaves no trace of a member who hides it', async () => {
    await testServer.sql('update users set shows_presence = false, last_online_at = now() where id = $1', [marcus.id])
    expect(await seen()).toBe(false)
    const [before] = await testServer.sql('select last_online_at from users where id = $1', [marcus.id])
    expect((await marcus.ask(UpdateLastOnline, {})).updateLastOnline).toEqual({ is_online: false })
    expect(await testServer.sql('select last_online_at from users where id = $1', [marcus.id])).toEqual([before])
    expect((await marcus.ask(PrivateProfile, {})).private_profile).toMatchObject({
      shows_presence: false,
      is_online: false,
    })
  })

  it('needs a session', async () => {
    expect((await nobody.op(UpdateLastOnline, {})).status).toBe(401)
  })
})
