/**
 * One ranked list for a search: messages with all words first, then those with any, by BM25. Candidates come from the
 * rarest words, as many as a budget of messages allows; nothing is cut by date unless every word is common.
 */
import { discussions } from '#server/features/discussions/index.ts'
import { join, sql, trustedSql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { counted, found } from './search.access.ts'

/** The rarest words lead until the messages that contain them add up to this. */
const BUDGET = 20_000
/** If all words are common, this many readable messages are scanned from the newest, and this many matches weighed. */
const SCANNED = 6_000
const WEIGHED = 5_000
/** With fewer threads than this from rare words, common ones are looked for as well. */
const ENOUGH = 25
/** How often words occur is asked for this many of the best by which words occur, because that takes most of the time. */
const EXACT = 1_500
/** Nearness is measured for the best only: it hardly moves the others, and reads their words again. */
const NEAR = 60
const NEAR_WEIGHT = trustedSql('0.6')
/** The greatest part of one word in BM25 is 2.5 times its rarity, so that all words together come before any part. */
const GREATEST = trustedSql('2.5')
/** The words of longer searches that are weighed: the rarest. */
const TERMS = 12
const EACH_TERM = Array.from({ length: TERMS }, (_, index) => index + 1)

/** New items score up to a tenth higher than old ones. */
function freshness(item: Sql): Sql {
  return sql`(0.9 + 0.1 * freshness(${item}.pub_date, '1 year'))`
}

/** Steps of the statement. */
const TERM = trustedSql('term')
const WORD = trustedSql('word')
const ASKED = trustedSql('asked')
const RARE = trustedSql('rare')
const COMMON = trustedSql('common')
const CANDIDATE = trustedSql('candidate')
const BEST = trustedSql('best')
const asked = (column: string) => sql`(select ${trustedSql(column)} from ${ASKED})`
/** The rarities of the words that occur, written out: as arrays, they are copied for each row (40 against 5 µs). */
const occurring = join(
  EACH_TERM.map(
    (nth) => sql`case when g.words @@ q.${trustedSql(`term_${nth}`)} then q.${trustedSql(`rarity_${nth}`)} else 0 end`,
  ),
  ' + ',
)
/** Scored as if each word occurred once. */
const COLUMNS = sql`g.id, g.thread_id, g.pub_date, g.words @@ q.whole as is_whole,
  2.5 * (${occurring}) / (1 + 1.5 * (0.25 + 0.75 * g.length / q.average_length)) * ${freshness(sql`g`)} as score`
/** Whether a required part of the search contains this word. */
const isRequired = sql`strpos(h.must::text, quote_literal(w.lexeme)) > 0`

/** All statistics are of what the viewer may read, so that nothing else changes the order. */
const terms = (search: Parameter) => sql`
  ${TERM} as materialized (
    select t.place, t.position, t.lexeme, quote_literal(t.lexeme)::tsquery as term, greatest(coalesce(n.documents, 1), 1) as documents
    from lateral words_of_search(${search}) t
    left join lateral (select sum(l.documents)::float8 as documents from ${discussions.lexemes} l where l.lexeme = t.lexeme) n on true),
  ${WORD} as materialized (
    select t.place, min(t.position) as position, min(t.lexeme) as lexeme, sum(t.documents) as documents,
      string_agg(t.term::text, ' | ') as query, row_number() over (order by sum(t.documents), t.place) as nth,
      sum(sum(t.documents)) over (order by sum(t.documents), t.place) as running
    from ${TERM} t group by t.place)`

/** `expected`: how many messages have all required words, if those are independent of each other. */
const question = (search: Parameter) => sql`
  ${ASKED} as materialized (
    select ${join(
      EACH_TERM.map(
        (nth) =>
          sql`x.terms[${nth}] as ${trustedSql(`term_${nth}`)}, x.rarities[${nth}] as ${trustedSql(`rarity_${nth}`)}`,
      ),
      ', ',
    )}, h.must, r.average_length, w.whole, x.rarities, x.terms, n.pairs, n.pair_rarities, w.rarity * ${GREATEST} as whole_score,
      case when m.expected is null then w.rarest_words else h.must end as rarest_words, w.anything,
      coalesce(m.expected, w.rarest) > ${BUDGET} * r.share as is_common, w.has_more and m.expected is null as has_more
    from (select must_hold(${search}) as must) h
    cross join lateral (
      select greatest(sum(c.documents), 1)::float8 as documents, coalesce(sum(c.documents * c.average_length) / nullif(sum(c.documents), 0), 100) as average_length,
        greatest(0.05, least(1, coalesce(sum(c.documents)::float8 / (select s.documents from ${counted.size} s), 1))) as share
      from ${found.channels} c) r
    cross join lateral (
      select string_agg('(' || w.query || ')', ' | ') filter (where w.running <= ${BUDGET} * r.share or w.nth = 1)::tsquery as rarest_words,
        string_agg('(' || w.query || ')', ' | ')::tsquery as anything, string_agg('(' || w.query || ')', ' & ')::tsquery as whole,
        min(w.documents) as rarest, bool_or(w.running > ${BUDGET} * r.share and w.nth > 1) as has_more,
        sum(${rarity(sql`w.documents`)}) as rarity
      from ${WORD} w) w
    cross join lateral (
      select array_agg(t.term order by w.nth) as terms, array_agg(${rarity(sql`w.documents`)} order by w.nth) as rarities
      from ${TERM} t join ${WORD} w on w.place = t.place and w.nth <= ${TERMS}) x
    cross join lateral (
      select array_agg(tsquery_phrase(a.lexeme_query, b.lexeme_query, b.position - a.position)) as pairs,
        array_agg(least(${rarity(sql`a.documents`)}, ${rarity(sql`b.documents`)})) as pair_rarities
      from (select w.*, w.query::tsquery as lexeme_query from ${WORD} w) a
      join (select w.*, w.query::tsquery as lexeme_query from ${WORD} w) b on b.place = a.place + 1 and b.position - a.position between 1 and 4) n
    cross join lateral (
      select exp(sum(ln(least(1, w.documents / r.documents)))) * r.documents as expected from ${WORD} w where ${isRequired}) m)`

function rarity(documents: Sql): Sql {
  return sql`ln(1 + (greatest(r.documents, ${documents}) - ${documents} + 0.5) / (${documents} + 0.5))`
}

interface Ranking {
  search: Parameter
  /** Conditions on `g`, an item, and `f`, its thread. */
  filters: Sql
  isNarrowed: boolean
  /** Leaves out what has only some of the words, if anything has all: by date, that would come first. */
  wholeOnly: boolean
}

/** Threads with the id of their best item. Common words are tested by a function: the index would fetch all matches. */
export function ranked({ search, filters, isNarrowed, wholeOnly }: Ranking): Sql {
  const readable = isNarrowed
    ? sql`${found.items} g join ${discussions.listed} f on f.thread_id = g.thread_id`
    : sql`${found.weighed} g join ${discussions.listed_facts} f on f.thread_id = g.thread_id`
  const newest = sql`order by g.pub_date desc, g.id desc`
  const hasAny = sql`ts_match_vq(g.words, ${asked('anything')}) and (${asked('must')} is null or ts_match_vq(g.words, ${asked('must')}))`
  const isCommon = sql`(${asked('is_common')} or (${asked('has_more')} and (select count(distinct c.thread_id) < ${ENOUGH} from ${RARE} c)))`
  // With filters, the limit is of matches: those of one member may be years apart.
  const scanned = isNarrowed
    ? sql`select ${COLUMNS} from ${ASKED} q cross join ${readable} where ${isCommon} and ${hasAny} and ${filters} ${newest} limit ${WEIGHED}`
    : sql`select ${COLUMNS} from ${ASKED} q cross join (
        select g.* from ${readable} where ${isCommon} ${newest} limit ${SCANNED}) g where ${hasAny} ${newest} limit ${WEIGHED}`
  return sql`
    with ${terms(search)}, ${question(search)},
    ${RARE} as materialized (
      select ${COLUMNS} from ${ASKED} q cross join ${readable}
      where not ${asked('is_common')} and g.words @@ ${asked('rarest_words')} and (${asked('must')} is null or g.words @@ ${asked('must')}) and ${filters}),
    ${COMMON} as materialized (${scanned}),
    ${CANDIDATE} as materialized (
      select c.*, row_number() over (order by c.is_whole desc, c.score desc, c.id desc) as nth
      from (select * from ${RARE} union select * from ${COMMON}) c),
    ${BEST} as (
      select distinct on (s.thread_id) s.* from (
        select c.id, c.thread_id, c.pub_date, c.is_whole,
          case when c.is_whole then q.whole_score else 0 end + coalesce(case when c.nth <= ${EXACT} then (
            select b.score from ${found.weighed} g cross join lateral bm25(g.words, g.length, q.average_length, q.terms, q.rarities) b
            where g.id = c.id) * ${freshness(sql`c`)} end, c.score) as score
        from ${CANDIDATE} c cross join ${ASKED} q) s
      order by s.thread_id, s.score desc, s.id desc)
    select p.id, p.thread_id, p.pub_date, ${asked('is_common')} as is_partial, p.score + case when p.nth > ${NEAR} then 0 else coalesce((
        select ${NEAR_WEIGHT} * sum(n.rarity) from ${found.weighed} i cross join ${ASKED} q
        cross join unnest(q.pairs, q.pair_rarities) n(pair, rarity) where i.id = p.id and i.words @@ n.pair), 0) end as score
    from (
      select b.*, row_number() over (order by b.score desc, b.id desc) as nth, bool_or(b.is_whole) over () as has_whole from ${BEST} b) p
    ${when(wholeOnly, () => sql`where p.is_whole or not p.has_whole`)}`
}
