/** The best passages of one source: those with the most words of the search, then the shortest. */
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { anyWord } from '#server/platform/graph/searched-words.ts'
import { sql, trustedSql, type Parameter, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import type { AISourceKey } from '#shared/assistant.ts'
import type { QuoteKind } from '../answers/answer.ts'
import { quotable } from './passages.access.ts'

const FILES = 4
/** Of a long file, in characters; parts overlap, so that each sentence is whole in one of them. */
const PART = 3_000
const OVERLAP = 400
const PARTS = 60
/** The place of files among the sources. */
const LAST = 100

/** Steps of the statement: the words of the search, and the best threads. */
export const TERM = trustedSql('term')
export const THREAD = trustedSql('thread')
export const terms = (search: Parameter) =>
  sql`select quote_literal(t.lexeme)::tsquery as term from unnest(to_tsvector('words', ${search})) t`
/** How many of the words. */
export const hits = (words: Sql) => sql`(select count(*) from ${TERM} t where ${words} @@ t.term)`

export const COLUMNS = trustedSql(
  'q.entity_id, q.thread_id, q.title, q.text, q.page, q.seconds, q.author_id, q.published_at, q.is_question, q.is_private',
)
export const isChosen = (source: AISourceKey, { args }: FieldContext) =>
  sql`'${trustedSql(source)}' = any(${args['sources']!})`

export interface Searched {
  kind: QuoteKind
  source: AISourceKey
  relation: Relation
  most: number
  /** A condition on `q`. */
  narrow: Sql
  /** In which words are counted. */
  words?: Sql
}

export function bestOf(asking: FieldContext, searched: Searched, at: number): Sql {
  const { kind, source, relation, most, narrow, words = sql`q.words` } = searched
  // To the last: an order that is left open changes with the plan, and thereby with what the viewer may not read.
  const order = sql`q.hits desc, q.rank desc, q.entity_id desc, q.page, q.seconds, q.published_at desc, q.text`
  return sql`
    select '${trustedSql(kind)}' as kind, ${COLUMNS}, ${at + 2} as source, row_number() over (order by ${order}) as nth
    from (
      select q.*, ${hits(words)} as hits, ts_rank(q.words, ${anyWord(asking.args['search']!)}, 1) as rank
      from ${relation} q where ${isChosen(source, asking)} and ${narrow}) q
    order by ${order} limit ${most}`
}

/** Files of the best threads, in parts, of which the best are passages. */
export function files(asking: FieldContext): Sql {
  const any = anyWord(asking.args['search']!)
  const order = sql`q.hits desc, q.rank desc, q.entity_id desc, q.part`
  return sql`
    select 'message_file' as kind, ${COLUMNS}, ${LAST} as source, row_number() over (order by ${order}) as nth
    from (
      select f.entity_id, f.thread_id, f.title, f.page, f.seconds, f.author_id, f.published_at, f.is_question, f.is_private, p.part, p.text,
        ${hits(sql`p.words`)} as hits, ts_rank(p.words, ${any}, 1) as rank
      from ${quotable.quotable_files} f join ${THREAD} t on t.thread_id = f.thread_id
        cross join lateral (
          select c.part, c.text, to_tsvector('words', c.text) as words from (
            select n.part, substr(f.text, n.part * ${PART} + 1, ${PART + OVERLAP}) as text
            from generate_series(0, least(${PARTS}, length(f.text) / ${PART})) n(part)) c where c.text <> '') p
      where f.words @@ ${any} and (not f.is_private or ${isChosen('private_replies', asking)}) and ${isChosen('files', asking)} and p.words @@ ${any}) q
    order by ${order} limit ${FILES}`
}
