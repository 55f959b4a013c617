/** The staff log: filters, pages, who may read it, the file, and the chain that shows when it was tampered with. */
import { spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GetStaffActChoices, GetStaffActs, ModerateItems, type GetStaffActsQueryVariables } from '#api/operations.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'
import { STAFF_LOG_FILE } from '#shared/staff-log.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const other = await newStaff(testServer, { role: 'owner' })
const pool = testServer.database.write
const bus = await postgresBus(testServer.database.connect, pool)
afterAll(() => bus.close())

const record = (itemName: string, actorId: number | null = ruth.id, act: `${string}.${string}` = 'thing.saved') =>
  transaction(pool, bus, (tx) => recordStaffAction(tx, actorId, { act, itemId: 77, itemName }))
const names = async (filter: GetStaffActsQueryVariables) =>
  (await ruth.ask(GetStaffActs, filter)).staff_acts.items.map(({ item_name }) => item_name)
const fileOf = async (query: string, client = ruth) => client.send('GET', `${STAFF_LOG_FILE}${query}`)

/** One act for each cell that a spreadsheet, a parser or a terminal might take for something else. */
const NAUGHTY = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  'with "quotes", commas; and\nlines',
  '<script>alert(1)</script>',
  "'; drop table staff_acts; --",
  '田中さんにあげて下さい',
  'مُنَاقَشَةُ سُبُلِ اِسْتِخْدَامِ',
  'Ṱ̺̺̕o͞ ̷i̲̬͇̪n̝̗͕v',
  '👩🏽‍💻 ❤️',
  '\u202Etest\u202E',
  'NULL',
  '1/0',
]

beforeAll(async () => {
  await record('First')
  await record('Second', other.id)
  await record('Third', null, 'thing.removed')
})

describe('the log (STAFF-audit)', () => {
  it('is filtered by who, act, item and period, and combines filters', async () => {
    expect(await names({ item_id: 77 })).toEqual(['Third', 'Second', 'First'])
    expect(await names({ actor_id: other.id, item_id: 77 })).toEqual(['Second'])
    expect(await names({ act: 'thing.removed' })).toEqual(['Third'])
    expect(await names({ act: 'thing.removed', actor_id: ruth.id })).toEqual([])
    const [second] = (await ruth.ask(GetStaffActs, { actor_id: other.id, item_id: 77 })).staff_acts.items
    expect(await names({ item_id: 77, since: second!.at })).toEqual(['Third', 'Second'])
    expect(await names({ item_id: 77, until: second!.at })).toEqual(['First'])
  })

  it('is paged, and counts what is filtered', async () => {
    expect((await ruth.ask(GetStaffActs, { item_id: 77, limit: 2 })).staff_acts.count).toBe(3)
    expect(await names({ item_id: 77, limit: 2 })).toEqual(['Third', 'Second'])
    expect(await names({ item_id: 77, limit: 2, offset: 2 })).toEqual(['First'])
  })

  it('offers the acts and people that occur in it, to staff who run the system only', async () => {
    const { acts, actors } = (await ruth.ask(GetStaffActChoices, {})).staff_act_choices
    const plain = await testServer.sql<{ act: string }>('select distinct act from staff_acts order by act')
    expect(acts.map(({ act }) => act).toSorted()).toEqual(plain.map(({ act }) => act).toSorted())
    expect(actors.map(({ id }) => id)).toEqual(expect.arrayContaining([ruth.id, other.id]))
    for (const role of ['moderator', 'membership', 'content', 'finance'] as const) {
      const staff = await newStaff(testServer, { role })
      expect((await staff.ask(GetStaffActs, {})).staff_acts).toEqual({ count: 0, items: [] })
      expect((await staff.ask(GetStaffActChoices, {})).staff_act_choices).toEqual({ acts: [], actors: [] })
      expect((await fileOf('', staff)).status).toBe(404)
    }
    expect((await helen.ask(GetStaffActs, {})).staff_acts).toEqual({ count: 0, items: [] })
    expect((await helen.ask(GetStaffActChoices, {})).staff_act_choices).toEqual({ acts: [], actors: [] })
  })
})

describe('the file (STAFF-audit)', () => {
  const rowsOf = (text: string) => parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as Row[]
  type Row = Record<string, string>

  it('has what is filtered, and is on record itself', async () => {
    const rows = rowsOf((await fileOf(`?item_id=77&actor_id=${other.id}`)).text)
    expect(rows).toMatchObject([{ Item: 'Second', Action: 'thing.saved', 'By ID': String(other.id) }])
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'log.exported',
      after: { item_id: 77, actor_id: other.id },
    })
    expect((await fileOf('?since=yesterday')).status).toBe(400)
    expect((await fileOf('', helen)).status).toBe(404)
    expect((await testServer.anonymous().send('GET', STAFF_LOG_FILE)).status).toBe(404)
  })

  it('neutralizes formulas and keeps every other name as it is', async () => {
    for (const name of NAUGHTY) await record(name, ruth.id, 'naughty.saved')
    const file = await fileOf('?act=naughty.saved')
    const items = rowsOf(file.text).map(({ Item }) => Item!)
    const expected = NAUGHTY.map((name) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name))
    expect(items.toReversed()).toEqual(expected)
    expect(items.filter((item) => /^[=+\-@\t\r]/.test(item))).toEqual([])
  })

  it('is whole when it is longer than what is read at once', async () => {
    await testServer.sql(
      `insert into staff_acts (actor_id, act, item_name) select $1, 'many.saved', 'Row ' || n from generate_series(1, 2500) n`,
      [ruth.id],
    )
    const rows = rowsOf((await fileOf('?act=many.saved')).text)
    expect(new Set(rows.map(({ Item }) => Item)).size).toBe(2_500)
    expect(rows.map(({ Item }) => Item).at(-1)).toBe('Row 1')
  })
})

describe('the record (STAFF-audit)', () => {
  const verify = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/run.mjs', 'bin/audit.ts', 'verify'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: testServer.config.DATABASE_URL,
        DATA_DIR: testServer.config.dataDir,
        DEMO: 'off',
      },
    })
    return { status, text: `${stdout}${stderr}` }
  }
  /** With the triggers off, as only the owner of the tables can do it, and with the rows as they were afterwards. */
  const tampered = async (table: string, statement: string, values: unknown[]) => {
    const saved = await testServer.sql<{ rows: unknown }>(`select jsonb_agg(t) as rows from ${table} t`)
    const guarded = (work: string[]) => testServer.sql(['set session_replication_role = replica', ...work].join(';'))
    await guarded([statement.replaceAll('$1', String(values[0])), 'reset session_replication_role'])
    const found = verify()
    await testServer.sql('create table kept_rows as select $1::jsonb as rows', [JSON.stringify(saved[0]!.rows)])
    await guarded([
      `delete from ${table}`,
      `insert into ${table} overriding system value select r.* from kept_rows k, jsonb_populate_recordset(null::${table}, k.rows) r`,
      'drop table kept_rows',
      'reset session_replication_role',
    ])
    return found
  }

  it.each(['staff_acts', 'staff_act_chain', 'moderation_decisions'])(
    'refuses to update, delete and truncate %s',
    async (table) => {
      if (table === 'moderation_decisions')
        await testServer.sql(
          `insert into moderation_decisions (act_id, item_type, item_id, decision, actor_id) values (1, 'thread', 1, 'approved', $1)`,
          [ruth.id],
        )
      const column = table === 'moderation_decisions' ? 'reason' : 'act'
      const refused = 'The audit trail is only added to.'
      await expect(testServer.sql(`update ${table} set ${column} = 'x.y'`)).rejects.toThrow(refused)
      await expect(testServer.sql(`delete from ${table}`)).rejects.toThrow(refused)
      await expect(testServer.sql(`truncate ${table} cascade`)).rejects.toThrow(refused)
    },
  )

  it('is one chain after fifty acts at the same time, each in a transaction with two', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        transaction(pool, bus, async (tx) => {
          await recordStaffAction(tx, ruth.id, { act: 'raced.saved', itemId: n, itemName: `Race ${n}` })
          await recordStaffAction(tx, ruth.id, { act: 'raced.saved', itemId: n, itemName: `Race ${n} again` })
        }),
      ),
    )
    const [counted] = await testServer.sql<{ places: number; hashes: number; acts: number }>(
      `select max(c.place)::integer as places, count(distinct c.hash)::integer as hashes,
        (select count(*)::integer from staff_acts) as acts from staff_act_chain c`,
    )
    expect(counted).toEqual({ places: counted!.acts, hashes: counted!.acts, acts: counted!.acts })
    const { status, text } = verify()
    expect({ status, text }).toEqual({
      status: 0,
      text: expect.stringMatching(
        new RegExp(`^${counted!.acts.toLocaleString('en-US')} acts, chain unbroken\nLast hash: [0-9a-f]{64}\n$`),
      ),
    })
  })

  it('names the first row that does not fit when somebody tampers with it, and exits with 1', async () => {
    const [act] = await testServer.sql<{ id: number; place: number }>(
      `select c.act_id as id, c.place from staff_act_chain c join staff_acts a on a.id = c.act_id where a.item_name = 'Second'`,
    )
    const { id, place } = act!
    const next = Number(place) + 1
    const at = (number: number) => ({ status: 1, text: expect.stringContaining(`broken at number ${number}: act`) })
    const change = `update staff_acts set item_name = 'Nothing' where id = $1`
    expect(await tampered('staff_acts', change, [id])).toEqual(at(place))
    expect(await tampered('staff_acts', `update staff_acts set after = '{"a": 1}' where id = $1`, [id])).toEqual(
      at(place),
    )
    expect(await tampered('staff_acts', 'delete from staff_acts where id = $1', [id])).toEqual(at(place))
    expect(await tampered('staff_act_chain', 'delete from staff_act_chain where act_id = $1', [id])).toEqual(at(next))
    expect(await tampered('staff_act_chain', `update staff_act_chain set act = 'x.y' where act_id = $1`, [id])).toEqual(
      at(place),
    )
    expect(
      await tampered('staff_acts', `insert into staff_acts (act, item_name) values ('x.y', 'Smuggled $1')`, [id]),
    ).toMatchObject({ status: 1, text: expect.stringContaining('isn’t in the chain') })
    const [decided] = await testServer.sql<{ id: number }>(
      `insert into moderation_decisions (act_id, item_type, item_id, decision, actor_id) values (2, 'thread', 1, 'approved', $1) returning id`,
      [ruth.id],
    )
    const wrong = { status: 1, text: `Decision ${decided!.id} about a post isn’t as the chain says.\n` }
    for (const statement of [
      `update moderation_decisions set reason = 'Nicer' where id = $1`,
      'delete from moderation_decisions where id = $1',
    ])
      expect(await tampered('moderation_decisions', statement, [decided!.id])).toEqual(wrong)
    expect(verify().status).toBe(0)
  })

  it('has each decision about a post, without its reason', async () => {
    const [opening] = await testServer.sql<{ id: number; thread_id: number }>(
      'select id, thread_id from messages where is_original_message and sender_id <> $1 order by id limit 1',
      [ruth.id],
    )
    await testServer.sql('update threads set processed = false where id = $1', [opening!.thread_id])
    await ruth.ask(ModerateItems, {
      thread_ids: [opening!.thread_id],
      act: 'reject',
      reason: 'It names Helen.',
      idempotency_key: newKey(),
    })
    const { staff_acts } = await ruth.ask(GetStaffActs, { act: 'moderation.rejected' })
    expect(staff_acts.items).toMatchObject([
      { act: 'moderation.rejected', item_id: opening!.thread_id, item_name: `thread ${opening!.thread_id}` },
    ])
    expect(JSON.stringify(staff_acts)).not.toContain('Helen')
    const file = await ruth.send('GET', `${STAFF_LOG_FILE}?act=moderation.rejected`)
    expect(file.text).toContain(`moderation.rejected,thread ${opening!.thread_id}`)
    expect(verify().status).toBe(0)
  })

  it('says how to use the command', () => {
    const { status, stderr } = spawnSync(process.execPath, ['bin/run.mjs', 'bin/audit.ts', 'nonsense'], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Usage: npm run audit -- verify\n' })
  })
})
