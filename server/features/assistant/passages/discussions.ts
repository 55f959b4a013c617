/**
 * Discussions are found by their threads, which the search index ranks. Of each the opening is read, and the best
 * replies, also those without a word of the search: an opening asks, and its replies answer in other words.
 */
import { FOUND } from '#server/platform/graph/look-ups.ts'
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { anyWord } from '#server/platform/graph/searched-words.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'
import { COLUMNS, hits, isChosen, TERM, THREAD } from './best.ts'
import { quotable } from './passages.access.ts'

const THREADS = 10
/** Of one thread: the opening, and the replies with the most words, then the most likes. */
const MESSAGES_OF_THREAD = 5
/** Without the index: the newest that are looked at, those with a word of the search that are weighed, and their threads. */
const SCANNED = 8_000
const WEIGHED = 2_000
const CANDIDATES = 24
const ITEM = trustedSql('item')
const WEIGHT = trustedSql('weight')

/** The best threads first: by the index, or by words that are rare in what was weighed. */
export function threads({ args, given, isLookedUp }: FieldContext): Sql {
  // A filter, because look-ups are asked for searches only.
  if (given(args['search']!) && isLookedUp())
    return sql`select h.id as thread_id, h.place from unnest(${FOUND.ids}) with ordinality h(id, place)`
  const newest = sql`order by i.pub_date desc, i.id desc`
  // By a function: an index would fetch every message with one of the words.
  return sql`
    with ${ITEM} as materialized (
      select i.thread_id, i.words from (select i.* from ${quotable.searched_items} i ${newest} limit ${SCANNED}) i
      where ts_match_vq(i.words, ${anyWord(args['search']!)}) ${newest} limit ${WEIGHED}),
    ${WEIGHT} as materialized (
      select t.term, ln(1 + (select count(*) from ${ITEM})::float8 / greatest(1, (select count(*) from ${ITEM} i where i.words @@ t.term))) as weight
      from ${TERM} t)
    select s.thread_id, row_number() over (order by s.score desc, s.thread_id desc) as place from (
      select i.thread_id, max((select sum(w.weight) from ${WEIGHT} w where i.words @@ w.term)) as score from ${ITEM} i group by i.thread_id) s
    order by s.score desc, s.thread_id desc limit ${CANDIDATES}`
}

/** Ranked by narrow rows, which only have what the viewer may read; then the best are read. */
export const messages = (asking: FieldContext): Sql => sql`
  select 'message' as kind, ${COLUMNS}, 1 as source, i.thread_nth * 100 + i.nth as nth from (
    select i.*, dense_rank() over (order by i.place) as thread_nth from (
      select i.message_id, i.place, max(i.hits) over (partition by i.thread_id) as thread_hits,
        row_number() over (partition by i.thread_id
          order by i.is_original_message desc, i.hits desc, i.num_of_likes desc, i.message_id) as nth
      from (
        select i.*, t.place, ${hits(sql`i.words`)} as hits from ${THREAD} t join ${quotable.searched_messages} i on i.thread_id = t.thread_id
        where ${isChosen('discussions', asking)}) i) i
    where i.thread_hits > 0) i
  join ${quotable.quotable_messages} q on q.entity_id = i.message_id
  where i.thread_nth <= ${THREADS} and i.nth <= ${MESSAGES_OF_THREAD} and not q.is_private`
