/** An empty deployment is set up in the browser: its link, its first owner, its steps, and the tests of mail and payment. */
import { describe, expect, it } from 'vitest'
import {
  GetExpertises,
  GetManagedDisciplines,
  GetReferenceEntries,
  GetReferenceLists,
  GetSetupSteps,
  GetStaffActs,
  InitialUser,
  SaveNetwork,
  SaveSetupStep,
  TakeReadyLists,
} from '#api/operations.ts'
import { newSetupLink } from '#server/features/accounts/index.ts'
import { ARCHIVE_TYPE } from '#shared/mail.ts'
import { READY_LISTS, readyEntries } from '#shared/ready-lists.ts'
import { REFERENCE_LIST_KEYS } from '#shared/reference-lists.ts'
import type { SetupTest } from '#shared/setup.ts'
import { demoMembers } from '../demo-members.ts'
import { newVisitor, post } from '../harness/visitors.ts'
import { networkInput } from '../harness/networks.ts'
import { startTestServer } from '../harness/test-server.ts'

const empty = await startTestServer({ DEMO: 'off' }, { isEmpty: true })
const full = await startTestServer()
const link = async () => (await newSetupLink(empty.database.write, 'https://house.test'))!
const tokenOf = (address: string) => address.split('/').at(-1)!
const OWNER = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@owner.test',
  password: 'correct horse battery staple 9',
}
const begin = async (given: object) => post(await newVisitor(empty), '/api/setup', given)

describe('the link from the log (STAFF-setup)', () => {
  it('is stored as a hash only, and works for a day', async () => {
    const address = await link()
    expect(address).toMatch(/^https:\/\/house\.test\/setup\/[\w-]{22}$/)
    const rows = await empty.sql(
      "select token_hash, expires_at - created_at = interval '24 hours' as is_a_day from setup_links",
    )
    expect(rows).toEqual([{ token_hash: expect.any(String), is_a_day: true }])
    expect(JSON.stringify(rows)).not.toContain(tokenOf(address))
    expect((await empty.anonymous().send('GET', `/api/setup/${tokenOf(address)}`)).status).toBe(200)
  })

  it('is refused if it is wrong, incomplete or expired, always with the same answer', async () => {
    const expired = tokenOf(await link())
    await empty.sql(`update setup_links set expires_at = now() - interval '1 second'`)
    for (const token of [expired, 'A'.repeat(22), 'short', `${expired}x`]) {
      const answer = await begin({ token, ...OWNER })
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'accounts.setup_link_invalid'])
    }
    expect(
      (await empty.anonymous().send('GET', `/setup/${expired}`, { headers: { accept: 'text/html' } })).status,
    ).toBe(404)
    expect(await empty.sql(`select from users where email::text like '%@owner.test'`)).toHaveLength(0)
  })

  it('asks for a good password and a whole name, at the field', async () => {
    const token = tokenOf(await link())
    expect((await begin({ token, ...OWNER, password: 'password12' })).body).toMatchObject({ field: 'password' })
    expect((await begin({ token, ...OWNER, first_name: ' ' })).body).toMatchObject({ field: 'first_name' })
    expect((await begin({ token, ...OWNER, email: 'nowhere' })).body).toMatchObject({ field: 'email' })
    expect(await empty.sql(`select from users where email::text like '%@owner.test'`)).toHaveLength(0)
  })

  it('makes one owner, however many people use it at once, and then no link works', async () => {
    const tokens = [tokenOf(await link()), tokenOf(await link())]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => begin({ token: tokens[at % 2], ...OWNER, email: `owner${at}@owner.test` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
    expect(await empty.sql(`select from staff_grants where role = 'owner'`)).toHaveLength(1)
    expect(await empty.sql('select from setup_links')).toEqual([])
    expect(await newSetupLink(empty.database.write, 'https://house.test')).toBeUndefined()
    for (const token of tokens) expect((await empty.anonymous().send('GET', `/api/setup/${token}`)).status).toBe(404)
  })

  it('is not made where there is an owner', async () => {
    expect(await newSetupLink(full.database.write, 'https://house.test')).toBeUndefined()
  })
})

describe('the steps (STAFF-setup)', async () => {
  const owner = async () => {
    const [row] = await empty.sql<{ id: number }>(`select id from users where email::text like '%@owner.test'`)
    return empty.memberById(row!.id)
  }

  it('begin with three disciplines and the step that is done', async () => {
    const ada = await owner()
    expect((await ada.ask(GetSetupSteps, {})).setup_steps).toEqual([{ step: 'owner', state: 'done' }])
    const { managed_disciplines } = await ada.ask(GetManagedDisciplines, {})
    expect(managed_disciplines.map(({ type }) => type).sort()).toEqual(['executive', 'finance', 'legal'])
  })

  it('are saved one by one; those about a network need one, and the owner joins the first', async () => {
    const ada = await owner()
    expect(await ada.op(SaveSetupStep, { step: 'network', state: 'done' })).toMatchObject({
      code: 'setup.network',
      message: 'Create your first network before this step.',
    })
    const { managed_disciplines } = await ada.ask(GetManagedDisciplines, {})
    const finance = managed_disciplines.find(({ type }) => type === 'finance')!
    const network = networkInput({ display_name: 'Midwest Finance Leaders', discipline_id: finance.id })
    await ada.ask(SaveNetwork, { slug: 'midwest-finance', network })
    await ada.ask(SaveSetupStep, { step: 'network', state: 'done' })
    const { viewer } = await ada.ask(InitialUser, {})
    expect(viewer.peer_network_memberships.map((each) => each.peer_network.display_name)).toEqual([
      'Midwest Finance Leaders',
    ])
    const { saveSetupStep } = await ada.ask(SaveSetupStep, { step: 'mail', state: 'skipped' })
    expect(saveSetupStep).toContainEqual({ step: 'mail', state: 'skipped' })
    expect(JSON.stringify((await ada.ask(GetStaffActs, {})).staff_acts)).toContain('setup.step_saved')
  })

  it('fill the ready-made lists of the discipline, and retire what is left out, until it is taken again', async () => {
    const ada = await owner()
    const { reference_entries: known } = await ada.ask(GetReferenceEntries, { list: 'chapters' })
    const chosen = known.items.slice(0, 4).map(({ id }) => id)
    const lists = READY_LISTS.filter((list) => list !== 'law_firms')
    const taken = { discipline: 'finance' as const, lists: [...lists], chapter_ids: chosen }
    await ada.ask(TakeReadyLists, taken)
    const sizes = Object.fromEntries(
      (await ada.ask(GetReferenceLists, {})).reference_lists.map((each) => [each.list, each]),
    )
    expect(Object.keys(sizes)).toEqual(REFERENCE_LIST_KEYS)
    expect(sizes['chapters']).toMatchObject({ num_of_entries: 4, num_of_retired: known.count - 4 })
    expect(sizes['law_firms']).toMatchObject({ num_of_entries: 0 })
    expect(sizes['areas_of_expertise']!.num_of_entries).toBe(readyEntries('areas_of_expertise', 'finance').length)
    const { areas_of_expertise } = await ada.ask(GetExpertises, {})
    expect(areas_of_expertise.map(({ name }) => name)).toContain('Revenue recognition')
    const [germany] = (await ada.ask(GetReferenceEntries, { list: 'geographies', search: 'Germany' })).reference_entries
      .items
    expect(germany!.values).toEqual([{ name: 'parent', value: 'Europe' }])
    // Again, with everything: nothing twice.
    await ada.ask(TakeReadyLists, { ...taken, lists: [...READY_LISTS] })
    const again = (await ada.ask(GetReferenceLists, {})).reference_lists
    expect(again.find(({ list }) => list === 'law_firms')!.num_of_retired).toBe(0)
    expect(again.find(({ list }) => list === 'areas_of_expertise')).toEqual(sizes['areas_of_expertise'])
  })

  it('exist for no one else, and not where a community was not set up in the browser', async () => {
    const [ruth, helen] = await full.members(demoMembers.staff, demoMembers.member)
    expect((await ruth.ask(GetSetupSteps, {})).setup_steps).toEqual([])
    for (const client of [ruth, helen])
      expect(await client.op(SaveSetupStep, { step: 'mail', state: 'done' })).toMatchObject({ code: 'staff.not_found' })
  })
})

describe('the tests of mail and payment (STAFF-setup)', async () => {
  const [ruth, helen] = await full.members(demoMembers.staff, demoMembers.member)
  const run = async (client: typeof ruth, path: string) => client.send('POST', path, { body: {} })

  it('say in words what is missing', async () => {
    const mail = (await run(ruth, '/api/staff/test-mail')).body as { data: SetupTest }
    expect(mail.data).toMatchObject({ ok: false, message: expect.stringContaining('set SMTP_URL') })
    const payment = (await run(ruth, '/api/staff/test-payment')).body as { data: SetupTest }
    expect(payment.data).toMatchObject({ ok: true, message: expect.stringContaining('no money moves') })
    expect((await ruth.send('GET', '/api/staff/mail-settings')).body).toMatchObject({ data: { server: null } })
    expect(JSON.stringify((await ruth.ask(GetStaffActs, {})).staff_acts)).toContain('mail.tested')
  })

  it('say why a mail server can’t be reached', async () => {
    const server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const staff = await server.member(demoMembers.staff)
    const { data } = (await run(staff, '/api/staff/test-mail')).body as { data: SetupTest }
    expect(data).toMatchObject({ ok: false, message: expect.stringContaining('Check the host and port in SMTP_URL') })
  })

  it('are not found by members', async () => {
    for (const path of ['/api/staff/test-mail', '/api/staff/test-payment'])
      expect((await run(helen, path)).status).toBe(404)
    expect((await helen.send('GET', '/api/staff/mail-settings')).status).toBe(404)
  })
})

describe('an archive imported in the browser (STAFF-setup)', async () => {
  const [ruth, helen] = await full.members(demoMembers.staff, demoMembers.member)
  const MBOX = [
    'From someone@list.test Mon Jan  5 10:00:00 2026',
    'From: Someone Writing <someone@list.test>',
    'To: list@list.test',
    'Subject: Who signs the annual return?',
    'Date: Mon, 5 Jan 2026 10:00:00 +0000',
    'Message-ID: <setup-archive-1@list.test>',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Our registered agent asks every year.',
    '',
    '',
  ].join('\n')
  const send = (client: typeof ruth, text: string) =>
    client.send('POST', '/api/staff/mail-archives/legal', { text, headers: { 'content-type': ARCHIVE_TYPE } })

  it('becomes discussions, once', async () => {
    expect((await send(ruth, MBOX)).body).toMatchObject({
      data: { text: expect.stringContaining('1 message imported, in 1 new discussion.') },
    })
    expect((await send(ruth, MBOX)).body).toMatchObject({
      data: { text: expect.stringContaining('0 messages imported') },
    })
  })

  it('is refused if it is no archive, and to members', async () => {
    expect((await send(ruth, 'Not an archive')).status).toBe(400)
    expect((await send(helen, MBOX)).status).toBe(404)
  })
})
