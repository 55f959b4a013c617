/** Staff edit, merge, retire and import the lists that members choose from. */
import { describe, expect, it } from 'vitest'
import {
  GetChapters,
  GetReferenceEntries,
  GetReferenceLists,
  GetReferenceUses,
  GetStaffActs,
  MergeReferenceEntries,
  RetireReferenceEntry,
  SaveReferenceEntry,
  profilesSearchFilter,
  threads,
  UpdateGeneralInformation,
  type ReferenceList,
} from '#api/operations.ts'
import { mergeInWords, REFERENCE_LIST_KEYS, REFERENCE_LISTS, shapeOf, usesInWords } from '#shared/reference-lists.ts'
import type { ImportResult } from '#shared/imports.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors } from '../harness/threads.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)

const idOf = async (table: string, name: string) =>
  (await testServer.sql<{ id: number }>(`select id from ${table} where name = $1`, [name]))[0]!.id
const found = async (list: ReferenceList, search: string) =>
  (await ruth.ask(GetReferenceEntries, { list, search })).reference_entries.items
const value = (name: string, text: string) => ({ name, value: text })
const add = async (list: ReferenceList, name: string, values: { name: string; value: string }[] = []) =>
  (await ruth.ask(SaveReferenceEntry, { list, name, values })).saveReferenceEntry!
/** Users, discussions and so on of an entry, from the tables alone. */
const usersOf = async (list: ReferenceList, id: number) => {
  const { uses } = shapeOf(list)
  const found = await Promise.all(
    uses.map(async ({ kind, table, column, owner, by }) => {
      const test = kind === 'array' ? `${column} @> array[$1::bigint]` : `${column} = $1`
      const rows = await testServer.sql<{ owner: number }>(`select ${owner} as owner from ${table} where ${test}`, [id])
      return rows.map((row) => `${by} ${row.owner}`)
    }),
  )
  return [...new Set(found.flat())].sort()
}
/** What the stored rows of the directory and of the feed say otherwise than the tables do. */
const drifted = async () =>
  testServer.sql(`select f.user_id from directory_facts f
      cross join lateral counted_directory_facts(array[f.user_id]) c where to_jsonb(f) is distinct from to_jsonb(c)
    union all select p.user_id from profiles p
      where p.shown_areas::text <> areas_of_expertise_json(p.shown_area_ids)::text
    union all select d from drifted_threads(array(select id from threads)) d`)

describe('the table of lists (STAFF-reference-lists)', () => {
  it('names every foreign key to a list', async () => {
    const keys = await testServer.sql<{ to: string; name: string }>(
      `
      select c.confrelid::regclass::text as to, c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid::regclass::text = any($1)`,
      [Object.values(REFERENCE_LISTS).map(({ table }) => table)],
    )
    expect(keys.length).toBeGreaterThan(15)
    for (const { to, name } of keys) {
      const list = REFERENCE_LIST_KEYS.find((key) => shapeOf(key).table === to)!
      expect(
        shapeOf(list).uses.map(({ table, column }) => `${table}.${column}`),
        `what refers to ${to}`,
      ).toContain(name)
    }
  })

  it('names every column of ids that is not about something else', async () => {
    const OTHERS =
      /\.(network_ids|peer_network_ids|private_reader_ids|reader_ids|top_reply_ids|pair|networks)$|^directory_(facts|facets|cities)\.|^profiles\.shown_area_ids$/
    const columns = await testServer.sql<{ name: string }>(`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name = '_int8'`)
    const known = REFERENCE_LIST_KEYS.flatMap((list) => {
      const { uses, copies = [] } = shapeOf(list)
      return [...uses.filter(({ kind }) => kind === 'array'), ...copies].map(
        ({ table, column }) => `${table}.${column}`,
      )
    })
    expect(
      columns
        .map(({ name }) => name)
        .filter((name) => !OTHERS.test(name))
        .sort(),
    ).toEqual(known.sort())
  })

  it('names tables that have a name and a retirement', async () => {
    for (const list of REFERENCE_LIST_KEYS) {
      const rows = await testServer.sql(`select id, name, retired_at from ${shapeOf(list).table} limit 1`)
      expect(rows.length, list).toBeLessThan(2)
    }
  })
})

describe('the desk of lists (STAFF-reference-lists)', () => {
  it('gives every list with its size, and every entry with what uses it', async () => {
    const { reference_lists: lists } = await ruth.ask(GetReferenceLists, {})
    expect(lists.map(({ list }) => list)).toEqual(REFERENCE_LIST_KEYS)
    for (const { list, num_of_entries: size } of lists) {
      const { items, count } = (await ruth.ask(GetReferenceEntries, { list })).reference_entries
      expect(count, list).toBe(size)
      const most = items.toSorted((a, b) => b.num_of_uses - a.num_of_uses)[0]!
      const users = await usersOf(list, most.id)
      expect(most.num_of_uses, list).toBe(users.length)
      const { reference_uses: uses } = await ruth.ask(GetReferenceUses, { list, id: most.id })
      expect(
        uses.reduce((sum, use) => sum + use.count, 0),
        list,
      ).toBe(users.length)
    }
  })

  it('finds by a part of the name, by state, and without one', async () => {
    const [sweden] = await found('locations', 'stockh')
    expect(sweden).toMatchObject({ name: 'Stockholm', values: expect.arrayContaining([value('country', 'Sweden')]) })
    const unused = await ruth.ask(GetReferenceEntries, { list: 'chapters', state: 'unused' })
    expect(unused.reference_entries.items.every(({ num_of_uses }) => num_of_uses === 0)).toBe(true)
    const others = await ruth.ask(GetReferenceEntries, { list: 'locations', search: 'Stockholm', without: sweden!.id })
    expect(others.reference_entries.count).toBe(0)
  })

  it('adds an entry, refuses the same name twice and says what to change', async () => {
    const school = await add('law_schools', '  Visby   University ', [value('country', 'Sweden')])
    expect(school).toMatchObject({ name: 'Visby University', num_of_uses: 0, values: [value('country', 'Sweden')] })
    const given = { list: 'law_schools' as const, name: 'visby university', values: [value('country', 'Sweden')] }
    expect(await ruth.op(SaveReferenceEntry, given)).toMatchObject({
      code: 'reference_lists.field',
      message: '“Visby University” is already in this list. Enter another name.',
    })
    expect(await ruth.op(SaveReferenceEntry, { ...given, name: 'Kiruna University', values: [] })).toMatchObject({
      code: 'reference_lists.field',
      message: 'Enter the country.',
    })
    const long = { list: 'interests' as const, name: 'x'.repeat(121), values: [] }
    expect(await ruth.op(SaveReferenceEntry, long)).toMatchObject({ message: /121 characters long. The limit is 120/ })
  })

  it('puts a place under another, and never under itself', async () => {
    const [bavaria, munich] = [
      await add('geographies', 'Upper Bavaria', [value('parent', 'Germany')]),
      await add('geographies', 'Munich district', [value('parent', 'Upper Bavaria')]),
    ]
    expect(munich.values).toEqual([value('parent', 'Upper Bavaria')])
    const turned = {
      list: 'geographies' as const,
      id: bavaria.id,
      name: 'Upper Bavaria',
      values: [value('parent', 'Munich district')],
    }
    expect(await ruth.op(SaveReferenceEntry, turned)).toMatchObject({ message: /is under this entry/ })
    expect(
      await ruth.op(MergeReferenceEntries, { list: 'geographies', from_id: bavaria.id, into_id: munich.id }),
    ).toMatchObject({
      message: /has entries under it/,
    })
    const germany = await idOf('geographies', 'Germany')
    await ruth.ask(MergeReferenceEntries, { list: 'geographies', from_id: bavaria.id, into_id: germany })
    expect((await found('geographies', 'Munich district'))[0]!.values).toEqual([value('parent', 'Germany')])
  })

  it('is there for no one else', async () => {
    const id = await idOf('chapters', 'Chicago')
    expect((await helen.ask(GetReferenceLists, {})).reference_lists).toEqual([])
    expect((await helen.ask(GetReferenceEntries, { list: 'chapters' })).reference_entries).toEqual({
      items: [],
      count: 0,
    })
    expect((await helen.ask(GetReferenceUses, { list: 'chapters', id })).reference_uses).toEqual([])
    for (const refused of [
      await helen.op(SaveReferenceEntry, { list: 'chapters', name: 'Mine', values: [] }),
      await helen.op(MergeReferenceEntries, { list: 'chapters', from_id: id, into_id: id + 1 }),
      await helen.op(RetireReferenceEntry, { list: 'chapters', id, is_retired: true }),
    ])
      expect(refused.code).toBe('staff.not_found')
  })
})

describe('a rename (STAFF-reference-lists)', () => {
  it('is shown on discussions and found in the directory at once', async () => {
    const [used] = await testServer.sql<{ id: number; name: string }>(`
      select a.id, a.name from areas_of_expertise a join thread_areas_of_expertise t on t.area_of_expertise_id = a.id
        join profiles p on p.shown_area_ids @> array[a.id] and p.is_listed group by a.id order by count(*) desc limit 1`)
    await ruth.ask(SaveReferenceEntry, { list: 'areas_of_expertise', id: used!.id, name: 'Zyzzyvology', values: [] })
    const { items } = (await ruth.ask(threads, {})).threads
    const tags = items.flatMap(({ thread }) => thread.areas_of_expertise)
    expect(tags.filter(({ id }) => id === used!.id).every(({ name }) => name === 'Zyzzyvology')).toBe(true)
    const members = (await helen.ask(profilesSearchFilter, { search: 'Zyzzyvology' })).profiles_search_filter
    expect(members.count).toBeGreaterThan(0)
    for (const { areas_of_expertise } of members.items)
      expect(areas_of_expertise).toContainEqual({ id: used!.id, name: 'Zyzzyvology' })
    expect(await counterErrors(testServer)).toBe(0)
    const { staff_acts } = await ruth.ask(GetStaffActs, {})
    expect(JSON.stringify(staff_acts)).toContain('list.entry_changed')
  })

  it('of a company reaches its members', async () => {
    const [company] = await testServer.sql<{ id: number }>(
      'select company_id as id from users where company_id is not null limit 1',
    )
    await ruth.ask(SaveReferenceEntry, { list: 'companies', id: company!.id, name: 'Renamed Works', values: [] })
    const names = await testServer.sql('select distinct company_name as name from users where company_id = $1', [
      company!.id,
    ])
    expect(names).toEqual([{ name: 'Renamed Works' }])
  })
})

describe('a merge (STAFF-reference-lists)', () => {
  const busiest = async (list: ReferenceList) => {
    const { items } = (await ruth.ask(GetReferenceEntries, { list })).reference_entries
    return items.toSorted((a, b) => b.num_of_uses - a.num_of_uses).slice(0, 2)
  }

  it.each(REFERENCE_LIST_KEYS.filter((list) => list !== 'geographies'))(
    'moves everything that uses an entry of %s, once',
    async (list) => {
      const [into, from] = await busiest(list)
      // Someone has both, where that is possible.
      const before = [...(await usersOf(list, into!.id)), ...(await usersOf(list, from!.id))]
      const { mergeReferenceEntries: merged } = await ruth.ask(MergeReferenceEntries, {
        list,
        from_id: from!.id,
        into_id: into!.id,
      })
      const after = await usersOf(list, into!.id)
      expect(after).toEqual([...new Set(before)].sort())
      expect(merged!.num_of_uses).toBe(after.length)
      expect(await usersOf(list, from!.id)).toEqual([])
      expect(await testServer.sql(`select from ${shapeOf(list).table} where id = $1`, [from!.id])).toEqual([])
      for (const { kind, table, column } of shapeOf(list).uses)
        if (kind === 'array')
          expect(
            await testServer.sql(
              `select from ${table} t where cardinality(t.${column}) > (select count(distinct e.id) from unnest(t.${column}) e(id))`,
            ),
          ).toEqual([])
      expect(await drifted()).toEqual([])
    },
  )

  it('moves saved searches of the directory', async () => {
    const [to, from] = [await idOf('chapters', 'Boston'), await idOf('chapters', 'Denver')]
    const [search] = await testServer.sql<{ id: number }>(
      `insert into directory_searches (user_id, name, filters) values ($1, 'Of a merge', $2) returning id`,
      [helen.id, JSON.stringify({ chapters: [from, to], search: 'a' })],
    )
    await ruth.ask(MergeReferenceEntries, { list: 'chapters', from_id: from, into_id: to })
    const [row] = await testServer.sql(`select filters from directory_searches where id = $1`, [search!.id])
    expect(row).toEqual({ filters: { chapters: [to], search: 'a' } })
  })

  it('leaves no id of a deleted entry while members choose it at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [from, into] = [await add('interests', `Old ${round}`), await add('interests', `New ${round}`)]
      const answers = await Promise.all([
        helen.op(UpdateGeneralInformation, { interests: [from.id] }),
        ruth.op(MergeReferenceEntries, { list: 'interests', from_id: from.id, into_id: into.id }),
        helen.op(UpdateGeneralInformation, { interests: [from.id, into.id] }),
      ])
      expect(answers.map(({ code }) => code ?? 'saved')).toEqual(
        answers.map((_, at) => (at === 1 ? 'saved' : expect.stringMatching(/^(saved|people\.unknown_choice)$/))),
      )
      expect(await testServer.sql('select from profiles where interest_ids @> array[$1::bigint]', [from.id])).toEqual(
        [],
      )
    }
  })

  it('is refused with itself and with what is gone, and changes nothing', async () => {
    const id = await idOf('chapters', 'Austin')
    expect(await ruth.op(MergeReferenceEntries, { list: 'chapters', from_id: id, into_id: id })).toMatchObject({
      code: 'reference_lists.field',
    })
    expect(await ruth.op(MergeReferenceEntries, { list: 'chapters', from_id: id, into_id: 999_999 })).toMatchObject({
      code: 'staff.not_found',
    })
    expect(await idOf('chapters', 'Austin')).toBe(id)
  })

  it('is counted in words before it is done', () => {
    const uses = [
      { by: 'members', count: 12 },
      { by: 'discussions', count: 3 },
      { by: 'documents', count: 0 },
    ]
    expect(mergeInWords(uses, 'MiFID', 'Markets law')).toBe(
      '12 members and 3 discussions move to “Markets law,” and “MiFID” is deleted.',
    )
    expect(mergeInWords([], 'MiFID', 'Markets law')).toBe('Nothing uses “MiFID,” and “MiFID” is deleted.')
    expect(usesInWords([{ by: 'entries', count: 1 }])).toBe('1 entry under it')
  })
})

describe('a retired entry (STAFF-reference-lists)', () => {
  it('is no longer offered, is kept by who has it, and can be brought back', async () => {
    const [seattle, miami] = [await idOf('chapters', 'Seattle'), await idOf('chapters', 'Miami')]
    await helen.ask(UpdateGeneralInformation, { chapter: seattle })
    for (const id of [seattle, miami])
      expect(
        (await ruth.ask(RetireReferenceEntry, { list: 'chapters', id, is_retired: true })).retireReferenceEntry
          ?.retired_at,
      ).toBeTruthy()
    const offered = async () => (await helen.ask(GetChapters, {})).chapters.map(({ name }) => name)
    expect(await offered()).toContain('Seattle')
    expect(await offered()).not.toContain('Miami')
    expect((await helen.op(UpdateGeneralInformation, { chapter: miami })).code).toBe('people.unknown_choice')
    await helen.ask(UpdateGeneralInformation, { chapter: seattle, live_event_chapters: [] })
    const retired = await ruth.ask(GetReferenceEntries, { list: 'chapters', state: 'retired' })
    expect(retired.reference_entries.items.map(({ name }) => name)).toEqual(['Miami', 'Seattle'])
    await ruth.ask(RetireReferenceEntry, { list: 'chapters', id: miami, is_retired: false })
    expect(await offered()).toContain('Miami')
  })
})

describe('an import of a list (STAFF-reference-lists)', () => {
  const send = async (list: string, text: string, isDryRun: boolean) => {
    const { body } = await ruth.send('POST', `/api/staff/imports/list-${list}`, {
      body: { text, is_dry_run: isDryRun },
    })
    return (body as { data: ImportResult }).data
  }

  it('says what each row becomes, and writes nothing in a dry run', async () => {
    const text = 'name,country\nRiga Law School,Latvia\nYale Law School,United States\nNowhere School,\n'
    const rehearsed = await send('law_schools', text, true)
    expect(rehearsed).toMatchObject({ rows: 3, made: 1, known: 1, isDryRun: true })
    expect(rehearsed.refused).toEqual([{ line: 4, reason: 'Enter the country.' }])
    expect(await found('law_schools', 'Riga')).toEqual([])
    expect(await send('law_schools', text, false)).toMatchObject({ made: 1, known: 1 })
    expect((await found('law_schools', 'Riga'))[0]).toMatchObject({ values: [value('country', 'Latvia')] })
  })

  it('is refused to members', async () => {
    const answer = await helen.send('POST', '/api/staff/imports/list-chapters', {
      body: { text: 'name\nX', is_dry_run: true },
    })
    expect(answer.status).toBe(404)
  })
})
