/** Imports of experts and members from tables, through the command that staff run. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { GetExpertProfile, RecommendExpert, SearchFilterExperts } from '#api/operations.ts'
import { importMembers } from '#server/features/accounts/index.ts'
import { importExperts } from '#server/features/experts/index.ts'
import { resultText } from '#server/platform/imports/imports.ts'
import { Problem } from '#server/platform/problems.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'
import { COMPANY_REQUIRED } from '#shared/experts.ts'
import { IMPORT_CHARACTERS, type ImportResult } from '#shared/imports.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [marcus, samuel] = await testServer.members(demoMembers.peer, demoMembers.finance)

const bus = await postgresBus(testServer.database.connect, testServer.database.write)
afterAll(() => bus.close())
const letterhead = { publicUrl: 'https://house.test', supportEmail: () => 'support@house.test' }

/** The command's report on a table, or the message with which it refuses the whole table. */
async function run(kind: 'experts' | 'members', lines: string[], { networks = [] as string[], isDryRun = false } = {}) {
  const order = { text: lines.join('\n'), isDryRun }
  const { write } = testServer.database
  try {
    return resultText(
      kind === 'experts'
        ? await importExperts(write, bus, { ...order, networks })
        : await importMembers(write, bus, { ...order, letterhead }),
    )
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}
const find = async (client: Client, search: string) =>
  (await client.ask(SearchFilterExperts, { search })).experts.items.map(({ id, name }) => ({ id, name }))
const count = async (table: string) =>
  (await testServer.sql<{ n: number }>(`select count(*)::integer as n from ${table}`))[0]!.n

const EXPERTS = [
  'type,name,company,website,about,tag_line,categories,geographies,price',
  'company,Wexbury & Thorne LLP,,www.wexbury.example,"Forty lawyers, one office.",Quiet disputes,Law firm;Arbitration,Germany; Ireland,3',
  'Individual,Ada Wexbury,Wexbury and Thorne,,,,,Germany,',
  'software,Threadneedle Desk,,,,,,,Modest',
  'individual,Nobody Anywhere,,,,,,,',
  'wizard,Merlin,,,,,,,',
  'company,Atlantis Advisers,,,,,,Atlantis,',
  'company,Siteless,,not a site,,,,,',
]

describe('npm run import -- experts', () => {
  it('rehearses without writing, then takes what it can and says line by line what it cannot', async () => {
    const before = [await count('experts'), await count('expert_companies'), await count('company_types')]
    const rehearsed = await run('experts', EXPERTS, { networks: ['thesuite'], isDryRun: true })
    expect(rehearsed).toContain('7 rows: 3 new, 0 already exist, 4 rejected.')
    expect(rehearsed).toContain('nothing was imported')
    expect([await count('experts'), await count('expert_companies'), await count('company_types')]).toEqual(before)

    const taken = await run('experts', EXPERTS, { networks: ['thesuite'] })
    expect(taken).toContain('7 rows: 3 new, 0 already exist, 4 rejected.')
    for (const reason of [
      `line 5: ${COMPANY_REQUIRED}`,
      'line 6: The type must be one of individual, company, software, not “wizard.”',
      'line 7: There’s no location named “Atlantis.”',
      'line 8: not a site isn’t a valid website.',
    ])
      expect(taken).toContain(reason)
    const found = await find(marcus, 'wexbury')
    expect(found.map(({ name }) => name).toSorted()).toEqual(['Ada Wexbury', 'Wexbury & Thorne LLP'])
    expect(await find(samuel, 'wexbury'), 'listed for one network only').toEqual([])
    const firm = found.find(({ name }) => name.startsWith('Wexbury'))!
    const { expert_profile } = await marcus.ask(GetExpertProfile, { id: firm.id })
    expect(expert_profile).toMatchObject({
      price: 3,
      company: { website: 'https://wexbury.example', about: 'Forty lawyers, one office.', tag_line: 'Quiet disputes' },
      standing: { num_of_members: 0 },
    })
    expect(expert_profile!.company!.company_types.map(({ name }) => name)).toEqual(['Arbitration', 'Law firm'])
    expect(expert_profile!.geographies.map(({ name }) => name)).toEqual(['Germany', 'Ireland'])
    expect(expert_profile!.company_experts.map(({ name }) => name)).toEqual(['Ada Wexbury'])

    // Neither a second import nor a firm that a member names afterwards creates duplicates.
    const rows = [await count('experts'), await count('expert_companies')]
    expect(await run('experts', EXPERTS.slice(0, 4), { networks: ['thesuite'] })).toContain(
      '0 new, 3 already exist, 0 rejected.',
    )
    expect([await count('experts'), await count('expert_companies')]).toEqual(rows)
    const [area] = await testServer.sql<{ id: number }>('select id from areas_of_expertise limit 1')
    const { recommendExpert } = await marcus.ask(RecommendExpert, {
      expert: { new_expert: { name: 'WEXBURY and Thorne', type: 'company' } },
      message: 'Good.',
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
    })
    expect(recommendExpert.expert_id).toBe(firm.id)
    expect(await testServer.sql('select drifted_experts(array(select id from experts)) as id')).toEqual([])
  })

  it('refuses a file with other columns and an unknown network, and says which columns there are', async () => {
    expect(await run('experts', ['type,nom', 'company,x'])).toContain('Missing column: name')
    expect(await run('experts', ['type,name,colour', 'company,x,red'])).toContain('Unknown column: colour')
    expect(await run('experts', ['type,name', 'company,x'], { networks: ['nowhere'] })).toContain(
      'There’s no network named nowhere.',
    )
  })
})

describe('npm run import -- members', () => {
  const MEMBERS = [
    'email,first_name,last_name,network,note',
    'Ada.Byron@import.test,Ada,Byron,legal,"We met in May."',
    `${demoMembers.member},Helen,Marsh,legal,`,
    'no address,Nobody,Here,legal,',
    'karl@import.test,Karl,,legal,',
    'ina@import.test,Ina,Berg,nowhere,',
    'ada.byron@import.test,Ada,Byron,legal,',
  ]
  const mails = () =>
    testServer.sql(`select "to", text from outgoing_mails where kind = 'invitation' and "to" like '%@import.test'`)

  it('invites whom it can once, rehearses without a mail, and leaves members as they are', async () => {
    expect(await run('members', MEMBERS, { isDryRun: true })).toContain('6 rows: 1 new, 2 already exist, 3 rejected.')
    expect(await mails()).toEqual([])
    const taken = await run('members', MEMBERS)
    expect(taken).toContain('6 rows: 1 new, 2 already exist, 3 rejected.')
    expect(taken).toContain('line 4: “no address” isn’t a valid email address.')
    expect(taken).toContain('line 5: last_name must be 1 to 100 characters long.')
    expect(taken).toContain('line 6: There’s no network named “nowhere.”')
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'ada.byron@import.test', text: expect.stringContaining('We met in May.') })
    const [, token] = /\/invite\/([\w-]+)/.exec(String(mail!['text']))!
    // Whom to ask is the network's own address.
    await testServer.sql(`update peer_networks set support_email = 'help@import.test'`)
    expect(await testServer.anonymous().send('GET', `/api/onboarding/invitations/${token}`)).toMatchObject({
      status: 200,
      body: { data: { network: { support_email: 'help@import.test' } } },
    })
    await testServer.sql('update peer_networks set support_email = null')

    expect(await run('members', MEMBERS)).toContain('0 new, 3 already exist, 3 rejected.')
    expect(await mails()).toHaveLength(1)
  })
})

it('is a command: it reads the file, says what would happen and writes nothing', { timeout: 60_000 }, async () => {
  const file = path.join(testServer.config.dataDir, 'experts.csv')
  writeFileSync(file, 'type,name\ncompany,Commanded & Sons\n')
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: testServer.config.DATABASE_URL,
    DATA_DIR: testServer.config.dataDir,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/import.ts', 'experts', file, '--dry-run'], {
    env,
  })
  expect(stdout).toContain('1 row: 1 new, 0 already exist, 0 rejected.')
  expect(await testServer.sql(`select from experts where name like 'Commanded%'`)).toEqual([])
  const refused = await promisify(execFile)(process.execPath, ['bin/import.ts', 'wizards', file], { env }).catch(
    (error: { stderr: string }) => error.stderr,
  )
  expect(refused).toContain('Usage:')
})

describe('the imports of staff in the browser', async () => {
  const [staff, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
  const send = (client: Client, kind: string, body: object) =>
    client.send('POST', `/api/staff/imports/${kind}`, { body })
  const dataOf = (received: { body: unknown }) => (received.body as { data: ImportResult }).data
  const TABLE = [
    'email,first_name,last_name,network',
    'bo@browser.test,Bo,Lind,legal',
    'nowhere@browser.test,No,Where,nowhere',
  ].join('\n')

  it('rehearse line by line, then do the same in earnest, and nobody twice', async () => {
    const rehearsed = dataOf(await send(staff, 'members', { text: TABLE, is_dry_run: true }))
    expect(rehearsed).toMatchObject({ rows: 2, made: 1, known: 0, isDryRun: true })
    expect(rehearsed.lines).toEqual([
      { line: 2, words: 'bo@browser.test, Bo, Lind', outcome: 'made' },
      {
        line: 3,
        words: 'nowhere@browser.test, No, Where',
        outcome: 'refused',
        reason: 'There’s no network named “nowhere.”',
      },
    ])
    const invited = () =>
      testServer.sql(`select decided_by from invitations where email = 'bo@browser.test' and decided_by = $1`, [
        staff.id,
      ])
    expect(await invited()).toHaveLength(0)
    expect(dataOf(await send(staff, 'members', { text: TABLE, is_dry_run: false }))).toMatchObject({ made: 1 })
    expect(dataOf(await send(staff, 'members', { text: TABLE, is_dry_run: false }))).toMatchObject({
      made: 0,
      known: 1,
    })
    expect(await invited()).toHaveLength(1)
    const experts = dataOf(
      await send(staff, 'experts', { text: 'type,name\ncompany,Browser & Sons', is_dry_run: false }),
    )
    expect(experts).toMatchObject({ made: 1, isDryRun: false })
  })

  it('are there for staff alone, for the two kinds, within their size', async () => {
    const body = { text: TABLE, is_dry_run: true }
    expect((await send(helen, 'members', body)).text).toBe((await send(staff, 'cats', body)).text)
    expect((await send(helen, 'members', body)).status).toBe(404)
    expect((await send(testServer.anonymous(), 'members', body)).status).toBe(403)
    expect((await send(staff, 'members', { text: '', is_dry_run: true })).body).toMatchObject({ code: 'import.empty' })
    const long = await send(staff, 'members', { text: 'x'.repeat(IMPORT_CHARACTERS + 1), is_dry_run: true })
    expect(long.body).toMatchObject({ code: 'import.too_long', field: 'text' })
    const misspelt = await send(staff, 'experts', { text: 'type,nom\ncompany,x', is_dry_run: true })
    expect([misspelt.status, misspelt.body]).toMatchObject([400, { code: 'import.columns' }])
  })
})
