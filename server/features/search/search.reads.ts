import { discussions } from '#server/features/discussions/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, join, trustedSql, sql, viewer, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import {
  CORRECTIONS,
  FOUND_BEGINS,
  FOUND_ENDS,
  SEARCH_CANDIDATES,
  SEARCH_PAGE,
  SUGGESTED_FROM,
  SUGGESTIONS_PAGE,
} from '#shared/search.ts'
import { counted, found } from './search.access.ts'

/** With `any_word`, the rarest words select the candidates: common ones would only select the newest items. */
const LEADING_WORDS = 4
const HEADLINE = trustedSql(
  `'StartSel=${FOUND_BEGINS}, StopSel=${FOUND_ENDS}, MaxFragments=1, MaxWords=40, MinWords=20, ShortWord=0, FragmentDelimiter=" … "'`,
)
/** New items score up to a tenth higher than old ones. */
const FRESHNESS = trustedSql(`(0.9 + 0.1 * freshness(i.pub_date, '1 year'))`)

/** In whole days, so that repeated calls return the same value. */
const POPULARITY = sql`sum(exp(-greatest(0, current_date - s.searched_at::date) / 90.0))::float8`

/**
 * Words in more than this share of items (per mille) are found quickly by scanning from the newest; rarer ones by their
 * index.
 */
const USUAL_PER_MILLE = 20

const asWritten = ({ args }: FieldContext) => sql`select websearch_to_tsquery('words', ${args['search']!}) as query`
/** The rarest of the words, any of which must match, and whether they are common. */
const leading = ({ args }: FieldContext) => sql`
  select string_agg(quote_literal(w.lexeme), ' | ')::tsquery as query,
    sum(w.documents) * 1000 > ${USUAL_PER_MILLE} * (select c.documents from ${counted.collection} c) as is_usual
  from (
    select t.lexeme, coalesce(l.documents, 1) as documents from unnest(to_tsvector('words', ${args['search']!})) t
    left join ${counted.lexemes} l on l.lexeme = t.lexeme order by 2, t.lexeme limit ${LEADING_WORDS}) w`

/** The words of the search, and a rarity for each, as parallel arrays. */
const termsOf = ({ args }: FieldContext) => sql`
  select array_agg(quote_literal(t.lexeme)::tsquery) as terms, min(c.average_length) as average_length,
    array_agg(ln(1 + (greatest(c.documents, coalesce(l.documents, 1)) - coalesce(l.documents, 1) + 0.5) / (coalesce(l.documents, 1) + 0.5))) as rarities
  from unnest(to_tsvector('words', ${args['search']!})) t cross join ${counted.collection} c left join ${counted.lexemes} l on l.lexeme = t.lexeme`

const begins = (text: Sql | ReturnType<() => FieldContext['args'][string]>) =>
  sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`

/** Without punctuation, so that no character has a special meaning. */
const wordsOf = (name: Parameter) => sql`string_to_table(plain_words(${name}), ' ') q(word)`

function narrowing({ args, given }: FieldContext): Sql {
  const from = args['from']!
  const filters = [
    given(from) &&
      sql`i.sender_id in (
        select n.user_id from ${wordsOf(from)} join ${counted.names} n on n.word like q.word || '%'
        group by n.user_id having count(distinct q.word) = (select count(distinct q.word) from ${wordsOf(from)}))`,
    given(args['in']!) &&
      sql`exists (select from ${networks.peer_networks} n where n.id = any(f.peer_network_ids)
        and (n.slug = lower(${args['in']!}) or n.display_name ilike ${begins(sql`${args['in']!}`)}))`,
    given(args['thread_type']!) && sql`f.thread_type = ${args['thread_type']!}`,
    given(args['before']!) && sql`i.pub_date < ${args['before']!}`,
    given(args['after']!) && sql`i.pub_date >= ${args['after']!}`,
  ]
  return join([sql`true`, ...filters.filter((filter) => filter !== false)], ' and ')
}

const isAsked = ({ args, given }: FieldContext) =>
  ['search', 'from', 'in', 'thread_type', 'before', 'after'].some((name) => given(args[name]!))

/**
 * Threads with their best match. With many matches only the newest are ranked: a common word occurs in a third of all
 * items.
 */
function places(asking: FieldContext): Sql {
  const hasWords = asking.given(asking.args['search']!)
  if (!isAsked(asking))
    return sql`select i.*, f.topic, f.thread_type, 0::float8 as score from ${found.items} i join ${discussions.listed} f on f.thread_id = i.thread_id where false`
  const newest = newestOf(asking, sql`i.*, f.topic, f.thread_type`)
  const score = hasWords ? sql`b.score * ${FRESHNESS}` : sql`0::float8`
  return sql`select distinct on (i.thread_id) i.*, ${score} as score from (${newest}) i
    ${when(hasWords, () => sql`cross join (${termsOf(asking)}) r cross join lateral bm25(i.words, i.length, r.average_length, r.terms, r.rarities) b`)}
    order by i.thread_id, score desc, i.id desc`
}

/** The newest matches. */
function newestOf(asking: FieldContext, columns: Sql): Sql {
  const held = narrowing(asking)
  const newest = (query: Sql, condition: Sql) => sql`
    select ${columns} from (${query}) q join ${found.items} i on true join ${discussions.listed} f on f.thread_id = i.thread_id
    where ${condition} and ${held} order by i.pub_date desc, i.id desc limit ${SEARCH_CANDIDATES}`
  if (!asking.given(asking.args['search']!)) return newest(sql`select 1`, sql`true`)
  if (!asking.chosen(asking.args['any_word']!)) return newest(asWritten(asking), sql`i.words @@ q.query`)
  // At planning time PostgreSQL does not know the rarest words, and would fetch and sort all matches of common ones (2
  // s). So there are two branches, of which one runs; in function form, the comparison uses no index.
  const usual = newest(leading(asking), sql`q.is_usual and ts_match_vq(i.words, q.query)`)
  const rare = newest(leading(asking), sql`not q.is_usual and i.words @@ q.query`)
  return sql`(${usual}) union all (${rare})`
}

/** How many similar words are checked, nearest first. */
const NEIGHBOURS = 12
const isRead = (lexeme: Sql) => sql`exists (
  select from ${found.items} i join ${discussions.listed} f on f.thread_id = i.thread_id where i.words @@ quote_literal(${lexeme})::tsquery)`

/** For each word that occurs in nothing the viewer can read: the nearest one that does. Names are never suggested. */
const corrections = (search: Parameter) => sql`
  select t.word as typed, m.word as meant from (
    select v.lexeme as word, s.lexeme from unnest(to_tsvector('spelled', ${search})) v
    cross join lateral unnest(to_tsvector('words', v.lexeme)) s where length(v.lexeme) between 4 and 40 order by v.lexeme limit ${CORRECTIONS}) t
  cross join lateral (
    select n.word from (
      select w.word, w.lexeme, levenshtein(w.word, t.word) as steps, similarity(w.word, t.word) as likeness from ${counted.spelled} w
      where (w.word % t.word or (length(t.word) < 7 and length(w.word) < 8 and length(w.word) between length(t.word) - 1 and length(t.word) + 1))
        and w.lexeme <> t.lexeme and is_misspelt(t.word, w.word)
      order by steps, likeness desc, w.word limit ${NEIGHBOURS}) n
    left join ${counted.lexemes} l on l.lexeme = n.lexeme
    where ${isRead(sql`n.lexeme`)} order by n.steps, l.documents desc nulls last, n.likeness desc, n.word limit 1) m
  where not ${isRead(sql`t.lexeme`)}`

export const searchReads = define({
  Query: {
    found_threads: page((_, asking) => {
      const best = places(asking)
      const isByDate = asking.choice(asking.args['order_by']!) === 'most_recent'
      return {
        rows: sql`select b.*, ${asking.args['search']!}::text as search from (${best}) b`,
        order: sql`${isByDate ? empty : sql`b.score desc,`} b.pub_date desc, b.id desc`,
        limit: asking.args['limit'],
        offset: asking.args['offset'],
        cap: SEARCH_PAGE,
        // Counts without ranking.
        count: isAsked(asking)
          ? sql`select count(distinct c.thread_id)::integer from (${newestOf(asking, sql`i.thread_id`)}) c`
          : sql`select 0`,
      }
    }),
    search_corrections: many((_, { args }) => ({
      rows: corrections(args['search']!),
      order: sql`typed`,
      cap: CORRECTIONS,
    })),
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
      return sql`excerpt(coalesce(${ofFile}, ${i}.cleaned_body), ${i}.search, ${HEADLINE})`
    }),
    file_name: value(
      (i) => sql`(select f.name from ${counted.files} f where f.id = ${i}.entity_id and ${i}.entity_type = 'file')`,
    ),
  },
  Mutation: {
    rememberSearch: one((_, { result }) => sql`select s.* from ${found.own_searches} s where s.id = ${result}`),
  },
})
