import { define, many, one, page, type FieldContext } from '#server/platform/graph/reads.ts'
import { join, may, sql, trustedSql, when, type Sql } from '#server/platform/graph/sql.ts'
import { isReferenceList, REFERENCE_LIST_KEYS, REFERENCE_PAGE, type ReferenceListKey } from '#shared/reference-lists.ts'
import { entries, entryUses } from './reference-lists.access.ts'

const VALUES = 10
const USES = 10

const listOf = ({ args, choice }: FieldContext): ReferenceListKey => {
  const list = choice(args['list']!)
  return isReferenceList(list) ? list : 'chapters'
}

const counted = (list: ReferenceListKey) =>
  sql`select u.id, count(*)::integer as num_of_uses from ${entryUses(list)} u group by u.id`

/** Entries `e` with the number of their uses, `n`. */
const withUses = (list: ReferenceListKey, where: Sql) => sql`
  select e.*, coalesce(n.num_of_uses, 0) as num_of_uses
  from ${entries(list)} e left join (${counted(list)}) n on n.id = e.id where ${where}`

const saved = one((_, context) => withUses(listOf(context), sql`e.id = ${context.result}`))

const IN_STATE: Record<string, Sql> = {
  offered: sql`e.retired_at is null`,
  retired: sql`e.retired_at is not null`,
  unused: sql`n.num_of_uses is null`,
}

const sums = REFERENCE_LIST_KEYS.map(
  (list, place) => sql`
  select ${trustedSql(`'${list}'`)}::text as list, ${place} as place, count(*) filter (where e.retired_at is null)::integer as num_of_entries,
    count(e.retired_at)::integer as num_of_retired
  from ${entries(list)} e having ${may('content')}`,
)

const sizes = many(() => ({
  rows: sql`select s.* from (${join(sums, ' union all ')}) s`,
  order: sql`s.place`,
  cap: REFERENCE_LIST_KEYS.length,
}))

export const referenceListReads = define({
  Query: {
    reference_lists: sizes,
    reference_entries: page((_, context) => {
      const { args, given, choice } = context
      const state = IN_STATE[choice(args['state']!) ?? '']
      const where = sql`true ${when(state !== undefined, () => sql`and ${state!}`)}
        ${when(given(args['search']!), () => sql`and strpos(plain_words(e.name), plain_words(${args['search']!})) > 0`)}
        ${when(given(args['without']!), () => sql`and e.id <> ${args['without']!}`)}`
      return {
        matched: withUses(listOf(context), where),
        rows: sql`select m.* from matched m`,
        count: sql`select count(*)::integer from matched`,
        order: sql`m.retired_at is not null, lower(m.name), m.id`,
        limit: args['limit'],
        offset: args['offset'],
        cap: REFERENCE_PAGE,
      }
    }),
    reference_uses: many((_, context) => ({
      rows: sql`select u.used_by, count(*)::integer as count from ${entryUses(listOf(context))} u
        where u.id = ${context.args['id']!} group by u.used_by`,
      order: sql`count desc, used_by`,
      cap: USES,
    })),
  },
  Mutation: {
    saveReferenceEntry: saved,
    mergeReferenceEntries: saved,
    retireReferenceEntry: saved,
    takeReadyLists: sizes,
  },
  ReferenceEntry: {
    values: many((e) => ({
      rows: sql`select v.name, v.value, v.place from jsonb_to_recordset(${e}.given_values) as v(name text, value text, place integer)`,
      order: sql`v.place`,
      cap: VALUES,
    })),
  },
})
