/**
 * Fills every column of the tables of personal data with rows of one member; each text contains a unique word, its
 * canary.
 */
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { TestServer } from './test-server.ts'

interface Column {
  table: string
  name: string
  type: string
  generated: boolean
  identity: boolean
  refers: string | null
  allowed: string[] | null
  most: number | null
}
type Values = Readonly<Record<string, unknown>>

const CANARY = /cnry\d{4}x/g
export const canariesIn = (text: string): string[] => [...new Set(text.match(CANARY))]

/** Values for columns where a check constraint rules out a canary. */
const FIXED: Readonly<Record<string, Values>> = {
  users: { current_state: 'full access', time_zone: 'Europe/Oslo', is_staff: false, suspended: false },
  accounts: { provider_id: 'credential' },
  checkouts: { amount: 1 },
  prompt_templates: { prompt_type: 'user' },
  // Without a file, and without a signed certificate, which names a row of the public register.
  cle_credits: {
    ...{ jurisdiction: 'NY', origin: 'staff', accreditation_id: null, certificate_id: null },
    ...{ statement: null, signature: null, file_name: null, file_type: null, file_key: null },
  },
  // A trigger writes them.
  cle_evidence: { prev_hash: '', hash: '' },
  community_settings: { key: 'limit_replies', value: 1 },
  // Requested and cancelled earlier: an open request would block the real one.
  deletion_requests: { done_at: null },
  // A trigger takes the words of its file.
  peer_documents: { is_anonymous: false, state: 'pending', current_version_id: null, words_of_pages: '' },
  event_people: { name: null },
  inbox_groups: { group_type: 'small_group_chat', pair: null, members_limit: 5 },
  inbox_invitations: { invitation_status: 'rejected' },
  inbox_messages: { message_type: 'pinned', message_index_in_group: 9_999 },
  messages: { is_original_message: false, is_private: false, private_reader_ids: [], moderation_approved: true },
  moderation_queue: { item_type: 'thread', item_id: 999_999 },
  notification_preferences: { quiet_from: 1, quiet_until: 2 },
  reports: { state: 'kept' },
  security_events: { kind: 'data.exported' },
  // Ended: an account that holds a role is not deleted.
  staff_grants: { granted_at: '2026-01-01', until: '2026-03-01', ended_at: '2026-02-01' },
  // A member has no name of their own here.
  series_speakers: { name: null },
  staff_acts: { act: 'test.filled' },
  threads: { thread_type: 'discussion', removed_at: null },
  user_badges: { withdrawn_at: null },
}

const DESCRIPTION = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    a.attgenerated <> '' as generated, a.attidentity <> '' as identity,
    (select f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey) order by cardinality(f.conkey) limit 1) as refers,
    (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m) from pg_constraint k
      where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '% = ANY %' limit 1) as allowed,
    (select (regexp_match(pg_get_constraintdef(k.oid), 'length\\([^)]*\\)+ = (\\d+)'))[1]::integer from pg_constraint k
      where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'length\\([^)]*\\)+ = \\d+' limit 1) as most
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid, a.attnum`

/** The column of each canary: `table.column` by word. */
export type Canaries = Map<string, string>

export class PersonalRows {
  readonly canaries: Canaries = new Map()
  readonly #server: TestServer
  readonly #member: number
  readonly #other: number
  #columns: Column[] = []
  /** One moment for all: some tables require an order of theirs. */
  readonly #now = new Date()

  constructor(server: TestServer, member: number, other: number) {
    this.#server = server
    this.#member = member
    this.#other = other
  }

  /**
   * Writes one row to each table, in an order in which references already exist. `given` are values that the caller
   * knows.
   */
  async fill(data: PersonalData, given: Readonly<Record<string, Values>>): Promise<void> {
    this.#columns = await this.#server.sql<Column & Record<string, unknown>>(DESCRIPTION)
    const failures: string[] = []
    for (const { table, owner } of data)
      await this.#valuesOf(table, owner, { ...FIXED[table], ...given[table] })
        .then((values) => this.#write(table, owner, values))
        .catch((error: Error) => failures.push(`${table} cannot be filled: ${error.message}`))
    if (failures.length > 0) throw new Error(failures.join('\n'))
  }

  async #valuesOf(table: string, owner: string, fixed: Values): Promise<Values> {
    const values: Record<string, unknown> = {}
    for (const column of this.#columns.filter((each) => each.table === table && !each.generated && !each.identity))
      values[column.name] =
        column.name === owner
          ? this.#member
          : column.name in fixed
            ? fixed[column.name]
            : column.refers
              ? await this.#reference(column)
              : (column.allowed?.[0] ?? this.#canaryFor(column))
    return values
  }

  /** Another member, or a row of the table that the column refers to. */
  async #reference({ refers, name }: Column): Promise<unknown> {
    if (refers === 'users') return this.#other
    const ids = `select (to_jsonb(x) ->> 'id') as id from ${refers} x`
    if (refers === 'two_steps') return this.#member
    const [row] = await this.#server.sql<{ id: string }>(`${ids} order by x.id desc limit 1`)
    if (!row) throw new Error(`${name} refers to ${refers}, which is empty.`)
    return row.id
  }

  #canaryFor({ table, name, type, most }: Column): unknown {
    const word = `cnry${String(this.canaries.size + 1).padStart(4, '0')}x`
    const hide = (made: unknown) => {
      this.canaries.set(word, `${table}.${name}`)
      return made
    }
    if (type === 'text') return hide(most ? word.padEnd(most, '_') : word)
    if (type === 'citext') return hide(`${word}@members.test`)
    if (type === 'jsonb') return hide(JSON.stringify({ text: word }))
    if (type === 'text[]') return hide([word])
    if (type === 'tsvector') return hide(`'${word}'`)
    if (type === 'boolean') return true
    if (type === 'uuid') return '00000000-0000-4000-8000-000000000001'
    if (type === 'bytea') return Buffer.from([1])
    if (type === 'date' || type === 'timestamp with time zone') return this.#now
    if (type === 'timestamp with time zone[]') return [this.#now]
    if (type === 'int4multirange') return '{[0,1)}'
    if (type.endsWith('[]')) return [1]
    return 1
  }

  /** Updates the row if a trigger has already created it. */
  async #write(table: string, owner: string, values: Values): Promise<void> {
    const names = Object.keys(values)
    const marks = names.map((_, index) => `$${index + 1}`)
    const isThere = ['users', 'profiles', 'directory_facts', 'directory_places'].includes(table)
    const text = isThere
      ? `update ${table} set ${names.map((name, index) => `"${name}" = $${index + 1}`).join(', ')} where ${owner} = ${this.#member}`
      : `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${marks.join(', ')})`
    await this.#server.sql(text, Object.values(values))
  }
}

/** Finds every row of the database that contains a canary, as `table` and the words in it. */
export async function tracesIn(server: TestServer): Promise<{ table: string; word: string }[]> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: { table: string; word: string }[] = []
  for (const { name } of tables) {
    const rows = await server.sql<{ text: string }>(`select t::text as text from ${name} t where t::text like '%cnry%'`)
    for (const word of canariesIn(rows.map(({ text }) => text).join('\n')))
      found.push({ table: name.replace(/^public\./, ''), word })
  }
  return found
}
