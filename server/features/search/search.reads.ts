import { discussions } from '#server/features/discussions/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { FOUND } from '#server/platform/graph/look-ups.ts'
import { HEADLINE } from '#server/platform/graph/headline.ts'
import { define, many, one, page, value, type FieldContext, type PageRows } from '#server/platform/graph/reads.ts'
import { empty, join, sql, viewer, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { CORRECTIONS, SEARCH_CANDIDATES, SEARCH_PAGE, SUGGESTED_FROM, SUGGESTIONS_PAGE } from '#shared/search.ts'
import { counted, found } from './search.access.ts'
import { CORRECTED } from './look-up.ts'
import { ranked } from './ranked.ts'
import { neighbours, typedWords } from './evaluator/spelling.access.ts'

/** In whole days, so that repeated calls return the same value. */
const POPULARITY = sql`sum(exp(-greatest(0, current_date - s.searched_at::date) / 90.0))::float8`

const begins = (text: Sql | ReturnType<() => FieldContext['args'][string]>) =>
  sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`

/** Without punctuation, so that no character has a special meaning. */
const wordsOf = (name: Parameter) => sql`string_to_table(plain_words(${name}), ' ') q(word)`

/** Conditions on `g`, an item, and `f`, its thread. */
function narrowing({ args, given }: FieldContext): Sql {
  const from = args['from']!
  const filters = [
    given(from) &&
      sql`g.sender_id in (
        select n.user_id from ${wordsOf(from)} join ${counted.names} n on n.word like q.word || '%'
        group by n.user_id having count(distinct q.word) = (select count(distinct q.word) from ${wordsOf(from)}))`,
    given(args['in']!) &&
      sql`exists (select from ${networks.peer_networks} n where n.id = any(f.peer_network_ids)
        and (n.slug = lower(${args['in']!}) or n.display_name ilike ${begins(sql`${args['in']!}`)}))`,
    given(args['thread_type']!) && sql`f.thread_type = ${args['thread_type']!}`,
    given(args['before']!) && sql`g.pub_date < ${args['before']!}`,
    given(args['after']!) && sql`g.pub_date >= ${args['after']!}`,
  ]
  return join([sql`true`, ...filters.filter((filter) => filter !== false)], ' and ')
}

/** Without words, the newest of what the filters select. */
const selected = (asking: FieldContext): Sql => sql`
  select distinct on (g.thread_id) g.id, g.thread_id, g.pub_date, 0::float8 as score, false as is_partial from (
    select g.id, g.thread_id, g.pub_date from ${found.items} g join ${discussions.listed} f on f.thread_id = g.thread_id
    where ${narrowing(asking)} order by g.pub_date desc, g.id desc limit ${SEARCH_CANDIDATES}) g
  order by g.thread_id, g.pub_date desc, g.id desc`
const none = sql`select 0::bigint as id, 0::bigint as thread_id, now() as pub_date, 0::float8 as score, false as is_partial where false`

const isRead = (lexeme: Sql) => sql`exists (
  select from ${found.items} i join ${discussions.listed} f on f.thread_id = i.thread_id where i.words @@ quote_literal(${lexeme})::tsquery)`

/** For each word that occurs in nothing the viewer can read, however it is spelt: the nearest one that does. Names are never suggested. */
const corrections = (search: Parameter) => sql`
  select t.word as typed, m.word as meant from (${typedWords(search)}) t
  cross join lateral (
    select n.word from (${neighbours(counted.spelled)}) n
    cross join lateral (select sum(w.documents) as documents from ${discussions.lexemes} w where w.lexeme = n.lexeme) l
    where ${isRead(sql`n.lexeme`)} order by n.steps, l.documents desc nulls last, n.likeness desc, n.word limit 1) m
  where not exists (select from lateral words_of_search(t.word) v where ${isRead(sql`v.lexeme`)})`

/** What the index chose, each with an item that the viewer may read and that has the word. */
const chosenCorrections = sql`
  select c.typed, c.meant from unnest(${CORRECTED.typed}, ${CORRECTED.meant}, ${CORRECTED.items}) c(typed, meant, item_id)
    join ${found.items} i on i.id = c.item_id join ${discussions.listed} f on f.thread_id = i.thread_id
  where exists (select from ${counted.spelled} w where w.word = c.meant and i.words @@ quote_literal(w.lexeme)::tsquery)`

/** What excerpts mark. Does not depend on the rows, so it is read once. */
const stems = (search: Parameter) =>
  sql`(select array_agg(distinct w.lexeme) from lateral words_of_search(${search}) w)`

/**
 * What the index found, as far as the viewer may read it: the index can hide something, never show it. Read in order, so
 * that no more is than the page needs.
 */
const looked = ({ args }: FieldContext): PageRows => ({
  matched: sql`select h.id, h.place from unnest(${FOUND.ids}) with ordinality h(id, place)`,
  rows: sql`select i.*, f.topic, f.thread_type, ${FOUND.words} as stems, m.place
    from (select m.* from matched m order by m.place) m join ${found.items} i on i.id = m.id join ${discussions.listed} f on f.thread_id = i.thread_id`,
  order: sql`place`,
  limit: args['limit'],
  offset: args['offset'],
  cap: SEARCH_PAGE,
  count: sql`select ${FOUND.count}`,
  values: { partial: sql`select ${FOUND.isPartial}` },
  isSteady: true,
})

export const searchReads = define({
  Query: {
    found_threads: page((_, asking) => {
      if (asking.isLookedUp()) return looked(asking)
      const { args, given } = asking
      const isByDate = asking.choice(args['order_by']!) === 'most_recent'
      const isNarrowed = ['from', 'in', 'thread_type', 'before', 'after'].some((name) => given(args[name]!))
      const order = sql`${isByDate ? empty : sql`m.score desc,`} m.pub_date desc, m.id desc`
      return {
        matched: given(args['search']!)
          ? ranked({
              search: args['search']!,
              filters: narrowing(asking),
              isNarrowed,
              wholeOnly: isByDate && !asking.chosen(args['any_word']!),
            })
          : isNarrowed
            ? selected(asking)
            : none,
        // The full check once more, for what is shown.
        rows: sql`select i.*, f.topic, f.thread_type, ${stems(args['search']!)} as stems
          from (select m.* from matched m order by ${order} limit ${asking.reach(args['offset']!, SEARCH_PAGE)}) m
          join ${found.items} i on i.id = m.id join ${discussions.listed} f on f.thread_id = i.thread_id`,
        order,
        limit: args['limit'],
        offset: args['offset'],
        cap: SEARCH_PAGE,
        count: sql`select least(count(*), ${SEARCH_CANDIDATES})::integer from matched`,
        values: { partial: sql`select coalesce(bool_or(m.is_partial), false) from matched m` },
      }
    }),
    search_corrections: many((_, { args, given, isLookedUp }) => {
      const isSteady = given(args['search']!) && isLookedUp()
      const rows = isSteady ? chosenCorrections : corrections(args['search']!)
      return { rows, order: sql`typed`, cap: CORRECTIONS, isSteady }
    }),
    query_suggestions: many((_, asking) => {
      const { args, given } = asking
      const isOwn = given(args['userId']!)
      return {
        rows: sql`
          select s.query, s.search_section, count(distinct s.user_id)::integer as search_count, max(s.searched_at) as last_searched_at,
            ${POPULARITY} as popularity
          from ${isOwn ? found.own_searches : found.searches} s
          where true
            ${when(isOwn, () => sql`and ${args['userId']!} = ${viewer.id}`)}
            ${when(given(args['query']!), () => sql`and s.query like ${begins(sql`lower(${args['query']!})`)}`)}
            ${when(given(args['searchSection']!), () => sql`and s.search_section = ${args['searchSection']!}`)}
            ${when(given(args['disciplineId']!), () => sql`and exists (select from ${found.disciplines_of} d where d.user_id = s.user_id and d.discipline_id = ${args['disciplineId']!})`)}
          group by s.query, s.search_section
          having ${isOwn ? sql`true` : sql`count(distinct s.user_id) >= greatest(${SUGGESTED_FROM}, ${args['minSearchCount']!})`}`,
        order: sql`popularity desc, last_searched_at desc, query`,
        limit: args['limit'],
        cap: SUGGESTIONS_PAGE,
      }
    }),
  },
  FoundThread: {
    sender: one((i) => sql`select u.* from ${people.people} u where u.id = ${i}.sender_id`),
    excerpt: value((i) => {
      const ofFile = sql`(select case when f.content <> '' then f.content end from ${counted.files} f where ${i}.entity_type = 'file' and f.id = ${i}.entity_id)`
      return sql`excerpt_around(coalesce(${ofFile}, ${i}.cleaned_body), ${i}.stems, ${HEADLINE})`
    }),
    file_name: value(
      (i) => sql`(select f.name from ${counted.files} f where f.id = ${i}.entity_id and ${i}.entity_type = 'file')`,
    ),
  },
  Mutation: {
    rememberSearch: one((_, { result }) => sql`select s.* from ${found.own_searches} s where s.id = ${result}`),
  },
})
