/** CLE: credits by the rules of the states, codes while watching, attendance, and what only the member sees. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  AddCleCredit,
  CheckCleCode,
  ClaimCleCredit,
  ConfirmCleAttendance,
  GetCleCredits,
  GetCleRules,
  GetStaffActs,
  GetStaffCleAccreditations,
  GetStaffCleCredits,
  GetVideoCle,
  RecordWatching,
  RevokeCleCredit,
  SaveCleAccreditation,
  SubmitCleCode,
} from '#api/operations.ts'
import { CLE_CODE_SECONDS, CLE_CODE_TRIES } from '#shared/cle.ts'
import type { ImportResult } from '#shared/imports.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, ruth] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const [recording] = await testServer.sql<{ id: number; video_id: number }>(
  `select id, video_id from event_videos where title = 'Privilege in internal investigations'`,
)
const videoId = recording!.video_id
const MINUTES = 50
const [before] = await testServer.sql<{ duration: number }>('select duration from material_videos where id = $1', [
  videoId,
])
await testServer.sql('update material_videos set duration = $1 where id = $2', [MINUTES * 60 + 30, videoId])
afterAll(() => testServer.sql('update material_videos set duration = $1 where id = $2', [before!.duration, videoId]))
const CREDIT = {
  email: demoMembers.member,
  title: 'Ethics for in-house teams',
  event_date: '2026-06-03',
  minutes: 60,
  jurisdiction: 'CA',
}
const creditsOf = async (client: Client) => (await client.ask(GetCleCredits, {})).cle_member.cle_credits
const clear = async () => {
  await testServer.sql('delete from cle_credits')
  await testServer.sql('delete from cle_codes')
  await testServer.sql('delete from cle_accreditations')
  await testServer.sql('delete from watch_progress')
}
beforeEach(clear)

describe('rules', () => {
  // Worked by hand: minutes, then credits by the rule of the state.
  const TABLE: [state: string, ...worked: [minutes: number, credits: number][]][] = [
    ['NY', [24, 0], [25, 0.5], [49, 0.5], [50, 1], [74, 1], [75, 1.5], [124, 2]],
    ['CA', [7, 0], [8, 0.25], [60, 1], [67, 1], [68, 1.25], [112, 1.75], [113, 2]],
    ['OH', [59, 0], [60, 1], [67, 1], [68, 1.25], [90, 1.5]],
    ['CO', [24, 0], [50, 1], [99, 1.5], [100, 2]],
    ['FL', [25, 0.5], [60, 1], [75, 1.5]],
    ['KS', [50, 1], [125, 2.5]],
    ['MO', [49, 0.5], [150, 3]],
    ['NJ', [60, 1], [100, 2]],
    ['OK', [74, 1], [75, 1.5]],
    ['RI', [50, 1], [51, 1]],
    ['WI', [300, 6], [24, 0]],
    ['WV', [62, 1], [199, 3.5]],
    ['IN', [29, 0], [30, 0.5], [60, 1], [89, 1]],
    ['TX', [59, 0.5], [60, 1], [120, 2]],
    ['UT', [60, 1], [119, 1.5]],
  ]
  it('are data of at least twelve states, each with its source and the day of the check', async () => {
    const { cle_rules } = await helen.ask(GetCleRules, {})
    expect(new Set(cle_rules.map(({ jurisdiction }) => jurisdiction)).size).toBeGreaterThanOrEqual(12)
    for (const { source, checked_on } of cle_rules) expect([source, checked_on].join(' ')).toMatch(/^https:\S+ 20/)
  })

  it.each(TABLE)('count as worked by hand: %s', async (jurisdiction, ...worked) => {
    for (const [index, [minutes, credits]] of worked.entries()) {
      const credit = { ...CREDIT, title: `Part ${index}`, minutes, jurisdiction }
      const { addCleCredit } = await ruth.ask(AddCleCredit, { credit })
      expect({ minutes, credits: addCleCredit.credits }).toEqual({ minutes, credits })
    }
  })

  it('apply from their day on: earlier credits keep the rule of their day', async () => {
    const add = (title: string, event_date: string) =>
      ruth.ask(AddCleCredit, { credit: { ...CREDIT, title, event_date, jurisdiction: 'UT', minutes: 50 } })
    await testServer.sql(`insert into cle_rules (jurisdiction, minutes_per_credit, step, rounding, is_rounding_known, valid_from, source, checked_on)
      values ('UT', 50, 1, 'down', true, '2026-07-01', 'https://example.org/rule', '2026-07-01')`)
    await add('Before', '2026-06-30')
    await add('After', '2026-07-01')
    const credits = await creditsOf(helen)
    expect(credits.map((each) => [each.title, each.credits, each.rule.minutes_per_credit])).toEqual([
      ['After', 1, 50],
      ['Before', 0.5, 60],
    ])
    await testServer.sql(`delete from cle_rules where valid_from = '2026-07-01'`)
  })
})

describe('AddCleCredit', () => {
  it('enters a credit with its certificate, which only the member reads and opens (FIELD-user.cle_credits.title, FIELD-user.cle_credits.event_date, FIELD-user.cle_credits.certificate_url, STAFF-cle)', async () => {
    const certificate = await uploaded(testServer, ruth, 'certificate.pdf', '%PDF-1.4\n%%EOF\n')
    const { addCleCredit } = await ruth.ask(AddCleCredit, { credit: { ...CREDIT, certificate } })
    expect(addCleCredit).toMatchObject({ has_file: true, is_signed: false, credits: 1, user: { id: helen.id } })
    const [credit] = await creditsOf(helen)
    expect(credit).toMatchObject({
      title: CREDIT.title,
      event_date: CREDIT.event_date,
      certificate_url: `/api/cle-certificates/${addCleCredit.id}`,
      signed_url: null,
      verify_url: null,
      is_in_period: true,
    })
    const file = await helen.send('GET', credit!.certificate_url!)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await creditsOf(marcus)).toEqual([])
    for (const other of [marcus, samuel, ruth])
      expect((await other.send('GET', credit!.certificate_url!)).status).toBe(404)
    expect((await testServer.anonymous().send('GET', credit!.certificate_url!)).status).toBe(401)
    const { staff_acts } = await ruth.ask(GetStaffActs, { limit: 1 })
    expect(staff_acts.items[0]).toMatchObject({ act: 'cle_credit.entered', item_name: CREDIT.title })
  })

  it('refuses what cannot be a credit, and whoever is not staff', async () => {
    const add = async (wrong: object, client = ruth) =>
      (await client.op(AddCleCredit, { credit: { ...CREDIT, ...wrong } })).code
    expect(await add({}, helen)).toBe('staff.not_found')
    expect(await add({ email: 'nobody@example.org' })).toBe('cle.member')
    expect(await add({ jurisdiction: 'ZZ' })).toBe('cle.state')
    expect(await add({ minutes: 0 })).toBe('cle.credit')
    expect(await add({ title: ' ' })).toBe('cle.credit')
    expect(await add({ event_date: '2026-02-30' })).toBe('cle.credit')
    expect(await add({})).toBeUndefined()
    expect(await add({})).toBe('cle.known')
    expect((await helen.ask(GetStaffCleCredits, {})).staff_cle_credits).toEqual({ items: [], count: 0 })
    expect((await ruth.ask(GetStaffCleCredits, { search: 'helen' })).staff_cle_credits.count).toBe(1)
  })

  it('imports a table of credits, after a dry run', async () => {
    const text = [
      'email,title,event_date,minutes,state',
      `${demoMembers.member},Board minutes that hold up,2026-09-16,75,ny`,
      `${demoMembers.member},Board minutes that hold up,2026-09-16,75,NY`,
      'nobody@example.org,Board minutes,2026-09-16,75,NY',
      `${demoMembers.peer},Board minutes,16.9.2026,75,NY`,
    ].join('\n')
    const run = async (client: Client, is_dry_run: boolean) => {
      const { status, body } = await client.send('POST', '/api/staff/imports/cle', { body: { text, is_dry_run } })
      return { status, data: (body as { data?: ImportResult }).data }
    }
    expect((await run(helen, true)).status).toBe(404)
    expect((await run(ruth, true)).data).toMatchObject({ made: 1, known: 1, isDryRun: true })
    expect(await creditsOf(helen)).toEqual([])
    const { data } = await run(ruth, false)
    expect(data!.refused.map(({ line }) => line)).toEqual([4, 5])
    expect(await creditsOf(helen)).toMatchObject([{ origin: 'import', credits: 1.5, certificate_url: null }])
  })
})

const accreditVideo = (more: object = {}) =>
  ruth.ask(SaveCleAccreditation, {
    accreditation: {
      video_id: videoId,
      jurisdiction: 'NY',
      title: 'Privilege in internal investigations',
      number: 'NY-2026-118',
      minutes: MINUTES,
      valid_from: '2026-01-01',
      valid_until: '2099-12-31',
      ...more,
    },
  })
/** As if this member had played so many seconds and were now there. */
const played = (client: Client, seconds: number, position: number) =>
  testServer.sql(
    `insert into watch_progress (user_id, video_id, position, watched) values ($1, $2, $3, int4multirange(int4range(0, $4)))
     on conflict (user_id, video_id) do update set position = excluded.position, watched = excluded.watched, updated_at = now()`,
    [client.id, videoId, position, seconds],
  )
const codesOf = (client: Client) =>
  testServer.sql<{ place: number; at_second: number; code: string }>(
    'select place, at_second, code from cle_codes where user_id = $1 and video_id = $2 and answered_at is null order by at_second',
    [client.id, videoId],
  )
const check = async (client: Client) => (await client.ask(CheckCleCode, { video_id: videoId })).checkCleCode
const submit = (client: Client, code: string) => client.op(SubmitCleCode, { video_id: videoId, code })
const answerAll = async (client: Client) => {
  await check(client)
  for (const { at_second } of await codesOf(client)) {
    await played(client, at_second + 1, at_second)
    // Two random times may be close together: their codes follow each other.
    for (let due = await check(client); due.code; due = await check(client)) await submit(client, due.code.text)
  }
}

describe('earning by watching', () => {
  it('shows each code at its undisclosed time only, and accepts it once', async () => {
    await accreditVideo()
    // At the end: no code is due there.
    await played(helen, 0, MINUTES * 60)
    expect(await check(helen)).toMatchObject({ minutes: 0, codes_accepted: 0, is_complete: false })
    const codes = await codesOf(helen)
    expect(codes.length).toBeGreaterThanOrEqual(2)
    const first = codes[0]!
    await played(helen, 1, first.at_second - 1)
    const early = await check(helen)
    expect(early.code).toBeNull()
    expect(JSON.stringify(early)).not.toContain(first.code)
    await played(helen, first.at_second, first.at_second + 2)
    const shown = await check(helen)
    expect(shown.code!.text).toBe(first.code)
    expect((await submit(helen, 'WRONG')).code).toBe('cle.code_wrong')
    expect((await submit(helen, ` ${first.code.toLowerCase()} `)).data!.submitCleCode).toMatchObject({
      codes_accepted: 1,
    })
    expect((await submit(helen, first.code)).code).toBe('cle.code_late')
  })

  it('accepts no code of another member, none after its time, and none after too many tries', async () => {
    await accreditVideo()
    for (const client of [helen, marcus]) await check(client)
    const [own] = await codesOf(helen)
    const [others] = await codesOf(marcus)
    await played(helen, own!.at_second, own!.at_second)
    await check(helen)
    if (own!.code !== others!.code) expect((await submit(helen, others!.code)).code).toBe('cle.code_wrong')
    await testServer.sql(
      'update cle_codes set shown_at = shown_at - make_interval(secs => $1) where user_id = $2 and shown_at is not null',
      [CLE_CODE_SECONDS + 1, helen.id],
    )
    expect((await submit(helen, own!.code)).code).toBe('cle.code_late')
    await played(helen, 0, MINUTES * 60 + 29)
    await check(helen)
    const again = (await codesOf(helen)).find(({ place }) => place === own!.place)!
    expect(again.code).not.toBe(own!.code)
    await played(helen, again.at_second, again.at_second)
    const { code } = await check(helen)
    for (let tries = 0; tries < CLE_CODE_TRIES; tries++) await submit(helen, 'WRONG')
    expect((await submit(helen, code!.text)).code).toBe('cle.code_late')
    const missed = await testServer.sql(`select kind from cle_evidence where user_id = $1 and kind = 'code_missed'`, [
      helen.id,
    ])
    expect(missed).toHaveLength(1)
  })

  it('plans the codes once, however often the player asks', async () => {
    await accreditVideo()
    await played(helen, 0, 0)
    await check(helen)
    const planned = await codesOf(helen)
    // Each plan has one more code in one case of two.
    for (let times = 0; times < 12; times++) await check(helen)
    expect(await codesOf(helen)).toEqual(planned)
  })

  it('issues the credit when minutes and codes suffice, and only once', async () => {
    const { saveCleAccreditation } = await accreditVideo()
    const claim = () => helen.op(ClaimCleCredit, { accreditation_id: saveCleAccreditation.id })
    await played(helen, MINUTES * 60 - 1, MINUTES * 60)
    expect((await claim()).code).toBe('cle.not_watched')
    await played(helen, MINUTES * 60, MINUTES * 60)
    expect((await claim()).code).toBe('cle.codes_open')
    await answerAll(helen)
    await played(helen, MINUTES * 60, MINUTES * 60)
    expect((await helen.ask(GetVideoCle, { video_id: videoId })).video_cle).toMatchObject({
      minutes: MINUTES,
      is_complete: true,
      code: null,
    })
    const earned = (await claim()).data!.claimCleCredit
    expect(earned).toMatchObject({ origin: 'watched', credits: 1, minutes: MINUTES, number: 'NY-2026-118' })
    expect(earned.num_of_codes).toBeGreaterThanOrEqual(2)
    expect((await claim()).code).toBe('cle.earned')
    expect((await helen.ask(GetVideoCle, { video_id: videoId })).video_cle!.accreditations[0]!.is_earned).toBe(true)
  })

  it('counts no more minutes than time has passed, by the merged seconds of RecordWatching', async () => {
    await accreditVideo()
    const watch = (from: number, to: number) =>
      helen.ask(RecordWatching, { kind: 'event_video', id: recording!.id, position: to, from, to })
    await watch(0, 0)
    await Promise.all([watch(0, MINUTES * 60), watch(0, MINUTES * 60)])
    await check(helen)
    expect((await helen.ask(GetVideoCle, { video_id: videoId })).video_cle!.minutes).toBe(0)
  })

  it('is not there for who may not watch the video, nor outside the time of the accreditation', async () => {
    const { saveCleAccreditation } = await accreditVideo({ valid_from: '2020-01-01', valid_until: '2020-12-31' })
    expect((await helen.ask(GetVideoCle, { video_id: videoId })).video_cle).toBeNull()
    expect((await helen.op(CheckCleCode, { video_id: videoId })).code).toBe('cle.not_found')
    expect((await helen.op(ClaimCleCredit, { accreditation_id: saveCleAccreditation.id })).code).toBe('cle.not_found')
    await accreditVideo()
    expect((await helen.ask(GetVideoCle, { video_id: videoId })).video_cle).not.toBeNull()
    expect((await samuel.ask(GetVideoCle, { video_id: videoId })).video_cle).toBeNull()
    expect((await samuel.op(CheckCleCode, { video_id: videoId })).code).toBe('cle.not_found')
    expect((await samuel.op(SubmitCleCode, { video_id: videoId, code: 'A' })).code).toBe('cle.not_found')
  })

  it('is accredited by staff, for one event or one video', async () => {
    const given = {
      jurisdiction: 'NY',
      title: 'A',
      number: '1',
      minutes: 50,
      valid_from: '2026-01-01',
      valid_until: '2026-12-31',
    }
    const save = async (accreditation: object, client = ruth) =>
      (await client.op(SaveCleAccreditation, { accreditation: { ...given, ...accreditation } })).code
    expect(await save({ video_id: videoId }, helen)).toBe('staff.not_found')
    expect(await save({})).toBe('cle.accreditation')
    expect(await save({ video_id: videoId, event_id: 1 })).toBe('cle.accreditation')
    expect(await save({ video_id: videoId, valid_until: '2025-01-01' })).toBe('cle.credit')
    expect(await save({ video_id: videoId })).toBeUndefined()
    expect((await helen.ask(GetStaffCleAccreditations, {})).staff_cle_accreditations).toEqual([])
    expect((await ruth.ask(GetStaffCleAccreditations, {})).staff_cle_accreditations).toHaveLength(1)
  })
})

describe('attending', () => {
  it('is confirmed by staff after the event, for no longer than it was accredited', async () => {
    const [past] = await testServer.sql<{ id: number; day: string }>(
      'select id, wall_start::date::text as day from events where end_date < now() and cancelled_at is null order by end_date desc limit 1',
    )
    const [future] = await testServer.sql<{ id: number }>(
      "select id from events where start_date > now() + interval '1 day' order by start_date limit 1",
    )
    const accredit = async (event_id: number) =>
      (await accreditVideo({ video_id: null, event_id, minutes: 75, valid_from: '2015-01-01' })).saveCleAccreditation.id
    const [accreditation_id, later] = [await accredit(past!.id), await accredit(future!.id)]
    const confirm = (more: object = {}, client = ruth) =>
      client.op(ConfirmCleAttendance, { accreditation_id, email: demoMembers.member, minutes: 75, ...more })
    expect((await confirm({}, helen)).code).toBe('staff.not_found')
    expect((await confirm({ minutes: 76 })).code).toBe('cle.too_long')
    expect((await confirm({ minutes: 24 })).code).toBe('cle.too_short')
    expect((await confirm({ accreditation_id: later })).code).toBe('cle.not_over')
    expect((await confirm({ accreditation_id: 999_999 })).code).toBe('cle.not_found')
    expect((await confirm()).data!.confirmCleAttendance).toMatchObject({ is_signed: true, credits: 1.5 })
    expect((await confirm()).code).toBe('cle.earned')
    expect(await creditsOf(helen)).toMatchObject([{ origin: 'attended', event_date: past!.day, minutes: 75 }])
  })
})

describe('RevokeCleCredit', () => {
  it('takes the credit out of the totals and its file away, with a reason on the record', async () => {
    const { addCleCredit } = await ruth.ask(AddCleCredit, { credit: CREDIT })
    const revoke = (reason: string, client = ruth) => client.op(RevokeCleCredit, { id: addCleCredit.id, reason })
    expect((await revoke('Wrong member.', helen)).code).toBe('staff.not_found')
    expect((await revoke(' ')).code).toBe('cle.reason')
    expect((await revoke('Wrong member.')).data!.revokeCleCredit.revoked_at).not.toBeNull()
    expect(await creditsOf(helen)).toMatchObject([{ is_in_period: false, certificate_url: null }])
    const { staff_acts } = await ruth.ask(GetStaffActs, { limit: 1 })
    expect(staff_acts.items[0]).toMatchObject({ act: 'cle_credit.revoked', after: { reason: 'Wrong member.' } })
  })
})

describe('evidence', () => {
  it('is chained and only added to: neither a change nor a deletion is possible', async () => {
    await ruth.ask(AddCleCredit, { credit: CREDIT })
    const broken = await testServer.sql(`
      select e.place from (select *, lag(hash, 1, '') over (order by place) as before from cle_evidence) e
      where e.prev_hash <> e.before or e.hash <> cle_evidence_hash(e.place, e.kind, e.facts, e.recorded_at, e.prev_hash)`)
    expect(broken).toEqual([])
    for (const act of [
      `update cle_evidence set facts = '{}'`,
      'delete from cle_evidence',
      `update cle_evidence set user_id = ${marcus.id}`,
    ])
      await expect(testServer.sql(act)).rejects.toThrow('only added to')
  })
})
