/** Every column of a table that refers to users is classified, and the product behaves as the catalog says (0073). */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CancelMemberErasure, EraseMember, MergeMembers } from '#api/operations.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { personalData } from '#server/app.ts'
import { mergeOf, type PersonalTable } from '#server/platform/personal-data.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileField } from '#shared/profile-fields.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { PersonalRows, tracesIn } from '../harness/personal-rows.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()

interface ColumnRow extends Record<string, unknown> {
  table: string
  column: string
  /** `on delete` action of the foreign key, if the column refers to users: c, n or a. */
  act: string | null
}
const columns = await testServer.sql<ColumnRow>(`
  select c.relname as table, a.attname as column,
    (select k.confdeltype::text from pg_constraint k
      where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'users'::regclass and k.conkey = array[a.attnum]) as act
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`)
const named = new Set(
  columns
    .filter(({ table, column, act }) => table === 'users' || act || column === 'user_id')
    .map(({ table }) => table),
)
const entryOf = (table: string, column: string) => {
  const described = personalData.find((each) => each.table === table)?.columns
  return described && Object.hasOwn(described, column) ? described[column] : undefined
}

describe('the catalogue', () => {
  it('has an entry for every column of every table that refers to users', () => {
    expect(named.size).toBeGreaterThan(80)
    const missing = columns.filter(({ table, column }) => named.has(table) && !entryOf(table, column))
    expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  })

  it('has no entry for what is not there, and each table once', () => {
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    const entries = personalData.flatMap(({ table, owner, columns: own }) =>
      [owner, ...Object.keys(own), ...Object.values(own).flatMap(({ of }) => of ?? [])].map(
        (name) => `${table}.${name}`,
      ),
    )
    expect(entries.filter((entry) => !known.has(entry))).toEqual([])
    const tables = personalData.map(({ table }) => table)
    expect(tables.filter((table, index) => tables.indexOf(table) !== index)).toEqual([])
  })

  it('agrees with what the schema does when a member is deleted', () => {
    const allowed: Record<string, string[]> = { c: ['row', 'keep'], n: ['null', 'row'], a: ['keep', 'row'] }
    const wrong = columns.flatMap(({ table, column, act }) => {
      const erase = entryOf(table, column)?.erase
      return act && !allowed[act]!.includes(String(erase)) ? [`${table}.${column}: ${String(erase)}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('lets a column go with its row only where the row goes', () => {
    const references = new Set(columns.filter(({ act }) => act).map(({ table, column }) => `${table}.${column}`))
    const wrong = personalData
      .filter(({ owner, columns: own }) => own[owner]?.erase !== 'row')
      .flatMap(({ table, columns: own }) =>
        Object.keys(own).filter((name) => own[name]!.erase === 'row' && !references.has(`${table}.${name}`)),
      )
    expect(wrong).toEqual([])
  })
})

describe('a profile field', async () => {
  const { schema } = loadContract()
  const fieldsOf = (name: string) => {
    const type = schema.getType(name)
    return type && 'getFields' in type ? Object.keys(type.getFields()) : []
  }

  it.each(PROFILE_FIELD_NAMES)('%s can be read by those whom the catalogue names, and by no others', (name) => {
    const { visibleTo, form }: ProfileField = PROFILE_FIELDS[name]
    const types = form === 'legal' ? ['LegalExtras'] : ['Viewer', 'Profile', 'User']
    const readable = { self: ['Viewer'], members: ['Viewer', 'Profile', 'LegalExtras'], everybody: types }[visibleTo]
    expect(types.filter((type) => fieldsOf(type).includes(name))).toEqual(
      types.filter((type) => readable.includes(type)),
    )
  })

  it('is searched where the catalogue says so', async () => {
    const [refresh] = await testServer.sql<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'refresh_profiles'`,
    )
    const indexed = /document = ([\s\S]*?)\n\s*traits/
      .exec(refresh!.source)![1]!
      .replace('u.name', 'u.first_name u.last_name')
    const found = PROFILE_FIELD_NAMES.filter((name) => {
      const field: ProfileField = PROFILE_FIELDS[name]
      const column = 'column' in field ? field.column.replace('area_of_expertise_ids', 'shown_area_ids') : name
      return new RegExp(`\\b[up]\\.${column}\\b`).test(indexed)
    })
    expect(found).toEqual(PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].searched))
  })
})

/** Fills every table of the catalog with rows of the member. */
async function fillAccount(
  server: typeof testServer,
  id: number,
  other: number,
  given: Record<string, Record<string, unknown>> = {},
): Promise<PersonalRows> {
  // The database copies the company name, which belongs to its other members too.
  const [company] = await server.sql<{ id: number }>(
    `insert into companies (name) values ('Company of the canary') returning id`,
  )
  const [vote] = await server.sql('select poll_id, id as option_id from poll_options order by id limit 1')
  const [expert] = await server.sql<{ id: number }>('select min(id) as id from experts')
  const [document] = await server.sql<{ id: number }>(
    `select id from peer_documents where not is_anonymous order by id limit 1`,
  )
  const [video] = await server.sql<{ id: number }>(
    `insert into material_videos (name, file_type, size, storage_key, duration) values ('A video', 'video/mp4', 1, 'none', 60) returning id`,
  )
  await server.sql(
    `insert into single_sign_on_providers (peer_network_id, name, issuer) select min(id), 'A provider', 'https://provider.test' from peer_networks`,
  )
  // Another member's question, whose answer names the member.
  const [answer] = await server.sql<{ id: number }>(
    `with c as (insert into ai_conversations (user_id, name) values ($1, 'Of another') returning id),
       q as (insert into ai_messages (conversation_id, role, content) select id, 'user', 'Who?' from c returning id, conversation_id)
     insert into ai_messages (conversation_id, role, question_id) select conversation_id, 'assistant', id from q returning id`,
    [other],
  )
  const rows = new PersonalRows(server, id, other)
  await rows.fill(personalData, {
    users: { company_id: company!.id, company_name: 'Company of the canary' },
    poll_votes: vote!,
    expert_merges: { into_id: expert!.id },
    document_submitters: { document_id: document!.id },
    watch_progress: { video_id: video!.id, watched: '{[1,2)}' },
    ai_people: { ai_message_id: answer!.id },
    ...given,
  })
  return rows
}

describe('a member whose every column is filled', async () => {
  const [helen] = await testServer.members(demoMembers.member)
  const [made] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email) values ('Canary', 'Bird', 'canary@members.test') returning id`,
  )
  const id = made!.id
  await testServer.sql('select refresh_profiles(array[$1::bigint])', [id])
  const [{ password } = { password: '' }] = await testServer.sql<{ password: string }>(
    'select password from accounts where user_id = $1',
    [helen.id],
  )
  const blobs = localBlobs(path.join(testServer.config.dataDir, 'files'))
  const keys = await Promise.all(['photo', 'thumbnail', 'copy'].map((file) => blobs.put(Buffer.from(`canary ${file}`))))
  const rows = await fillAccount(testServer, id, helen.id, {
    accounts: { password },
    profile_pictures: { picture_key: keys[0], thumbnail_key: keys[1] },
    data_exports: { storage_key: keys[2] },
  })
  const member = await testServer.memberById(id)
  const post = (path: string, body: object) => member.send('POST', `/api/account/${path}`, { body })

  it('has a canary in every text', async () => {
    const found = new Set((await tracesIn(testServer)).map(({ word }) => word))
    expect([...rows.canaries].filter(([word]) => !found.has(word))).toEqual([])
    expect(rows.canaries.size).toBeGreaterThan(150)
  })

  it('finds in the copy what the catalogue promises, and nothing that it leaves out', async () => {
    expect((await post('export', { password: DEMO_PASSWORD })).status).toBe(200)
    await testServer.runJobs()
    const [mail] = await testServer.sql<{ text: string }>(
      `select text from outgoing_mails where kind = 'data-export' order by id desc limit 1`,
    )
    const token = /copy=([\w-]{22})#/.exec(mail!.text)![1]!
    const { text } = await post('export/file', { token, password: DEMO_PASSWORD })
    const copy = JSON.parse(text) as Record<string, object[]>
    const broken = personalData.flatMap(({ table, columns: own }) =>
      Object.entries(own).flatMap(([column, { export: section }]) => {
        const word = [...rows.canaries].find(([, where]) => where === `${table}.${column}`)?.[0]
        const said = section ? JSON.stringify(copy[section] ?? []) : ''
        if (section && said === '[]') return [`${table}.${column} is not in ${section}`]
        if (!word || text.includes(word) === Boolean(section)) return []
        return [`${table}.${column} is ${section ? `not in ${section}` : 'in the copy'}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('leaves no trace but what the catalogue keeps, also when staff delete the account (STAFF-user-erase)', async () => {
    expect((await post('deletion', { password: DEMO_PASSWORD })).status).toBe(200)
    const ruth = await testServer.member(demoMembers.staff)
    await ruth.ask(CancelMemberErasure, { id })
    await ruth.ask(EraseMember, { id })
    await testServer.sql('update deletion_requests set due_at = now() where user_id = $1 and taken_back_at is null', [
      id,
    ])
    await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
    await testServer.runJobs()
    // Sent emails, to staff and the last one to the member, are deleted after 30 days.
    await testServer.sql(`update outgoing_mails set created_at = created_at - interval '31 days'`)
    await testServer.sql(`select graphile_worker.add_job('mailer:sweep')`)
    await testServer.runJobs()

    const keepers = personalData.flatMap(({ table, columns: own }) =>
      Object.entries(own).flatMap(([column, { erase }]) => (erase === 'keep' ? [`${table}.${column}`] : [])),
    )
    const survived = (await tracesIn(testServer)).flatMap(({ table, word }) => {
      const from = rows.canaries.get(word)!
      return keepers.includes(from) ? [] : [`${from} survives in ${table}`]
    })
    expect(survived).toEqual([])
  })

  it('leaves no file of the member', async () => {
    for (const key of keys) await expect(blobs.open(key)).rejects.toThrow('ENOENT')
  })

  it('leaves no row that should have gone, and no number or date of the account', async () => {
    for (const { table, owner, columns: own } of personalData.filter(
      (each) => each.columns[each.owner]?.erase === 'row',
    ))
      expect({
        table,
        left: await testServer.sql(`select from ${table} where ${owner} = $1`, [id]),
        own: own[owner]?.erase,
      }).toEqual({ table, left: [], own: 'row' })
    const [user] = await testServer.sql('select * from users where id = $1', [id])
    const cleared = personalData[0]!.columns
    expect(Object.keys(cleared).filter((name) => cleared[name]!.erase === 'null' && user![name] !== null)).toEqual([])
    expect(user).toMatchObject({ name: 'Former member', time_zone: 'UTC', current_state: 'not joined' })
  })
})

describe('an account that is merged into another', async () => {
  const server = await startTestServer()
  const [helen, staff] = await server.members(demoMembers.member, demoMembers.staff)
  const made = await server.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state) values ('Old', 'Account', 'old@members.test', 'full access'), ('New', 'Account', 'new@members.test', 'full access') returning id`,
  )
  const [old, kept] = made.map(({ id }) => id) as [number, number]
  await server.sql('select refresh_profiles($1)', [[old, kept]])
  // One that pays is not merged.
  await fillAccount(server, old, helen.id, {
    team_memberships: { is_billing_admin: false },
    checkouts: { amount: 1, state: 'paid' },
  })
  const idsIn = async (table: string, column: string) =>
    (await server.sql<{ id: number }>(`select distinct ${column} as id from ${table}`)).map(({ id }) => id)
  const before = new Map<string, boolean>()
  for (const { table, owner } of personalData) before.set(table, (await idsIn(table, owner)).includes(old))
  const { code } = await staff.op(MergeMembers, { id: kept, other_id: old })
  const [moved, stayed, erased] = (['move', 'stay', 'erase'] as const).map((merge) =>
    personalData.filter((each) => mergeOf(each) === merge),
  ) as [PersonalTable[], PersonalTable[], PersonalTable[]]

  it('had a row in every table', () => {
    expect(code).toBeUndefined()
    expect([...before].filter(([, isThere]) => !isThere).map(([table]) => table)).toEqual([])
  })

  it('gives what it wrote, saved and earned to the other, whatever column names it', async () => {
    const references = columns.filter(({ act, table }) => act && moved.some((each) => each.table === table))
    expect(moved.length).toBeGreaterThan(60)
    const wrong: string[] = []
    for (const { table, owner } of moved)
      if (!(await idsIn(table, owner)).includes(kept)) wrong.push(`${table} has none`)
    for (const { table, column } of references)
      if ((await idsIn(table, column)).includes(old)) wrong.push(`${table}.${column} names the old account`)
    expect(wrong).toEqual([])
  })

  it('leaves history as it was, and nothing else', async () => {
    for (const { table, owner } of stayed.filter(({ table }) => table !== 'member_merges'))
      expect([table, (await idsIn(table, owner)).includes(old)]).toEqual([table, true])
    const left: string[] = []
    for (const { table, owner } of erased.filter(({ table }) => table !== 'users'))
      if ((await idsIn(table, owner)).includes(old)) left.push(table)
    expect(left).toEqual([])
    expect((await server.sql('select name, email::text from users where id = $1', [old]))[0]).toEqual({
      name: 'Former member',
      email: `former-${old}@deleted.invalid`,
    })
  })
})
