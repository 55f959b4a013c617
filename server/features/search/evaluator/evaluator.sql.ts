/** What the evaluator reads and writes: the question with what has changed, documents, and segments. */
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { UNFINISHED_FROM } from '#shared/search.ts'
import { neighbours, spelled, typedWords } from './spelling.access.ts'

/** Changes that are not applied yet, in order; `since` is a transaction. */
const changes = (since: Parameter, applied: Parameter, most: Parameter) => sql`
  (select coalesce(json_agg(json_build_object('change', l.change, 'by', l.changed_by::text, 'kind', l.kind, 'id', l.entity_id)), '[]'::json) from (
    select * from search_log l where l.changed_by >= ${since}::xid8 and l.change <> all(${applied}) order by l.changed_by, l.change limit ${most}) l) as changes,
  pg_snapshot_xmin(pg_current_snapshot())::text as since,
  array(select s.id from search_segments s order by s.id)::float8[] as segments`

/** Items outside the viewer's channel sets that the viewer may read. */
const own = (userId: Parameter, channels: Parameter) => sql`array(
    select i.id from restricted_messages r join search_items i on i.message_id = r.message_id join feed_facts f on f.thread_id = i.thread_id
    where r.reader_ids @> array[${userId}] and (f.channels && ${channels} or f.author_id = ${userId})
    union
    select i.id from feed_facts f join search_items i on i.thread_id = f.thread_id
    where f.author_id = ${userId} and not f.channels && ${channels}
      and not exists (select from restricted_messages r where r.message_id = i.message_id))::float8[]`

/** Of the words of a group `w`. */
const synonyms = sql`array(
  select s.synonym_lexeme from search_synonyms s where s.word_lexeme = any(w.words) and s.synonym_lexeme <> all(w.words)
  union select s.word_lexeme from search_synonyms s where s.synonym_lexeme = any(w.words) and s.word_lexeme <> all(w.words))`

/** Known words that are looked up for a beginning: far more than begin so, and are indexed by another beginning. */
const OTHERS = 50
/**
 * The last word, unless it is in quotes, excluded or too short. What is indexed is shorter than what is spelt:
 * "regulatio" begins "regulation", which is indexed as "regul".
 */
const unfinished = (search: Parameter) => sql`
  select json_build_object('beginning', b.beginning, 'lexeme', (select t.lexeme from unnest(to_tsvector('words', b.beginning)) t limit 1),
    'others', array(select x.lexeme from (
      select w.lexeme from search_words w where w.word like b.beginning || '%' and not starts_with(w.lexeme, b.beginning)
      group by w.lexeme order by min(length(w.word)), w.lexeme limit ${OTHERS}) x))
  from (select lower(unaccent(substring(${search} from '[[:alpha:]]+$'))) as beginning) b
  where length(b.beginning) >= ${UNFINISHED_FROM} and b.beginning ~ '^[[:alpha:]]+$' and ${search} !~ '(^|\s)-[^\s]*$'
    and (length(${search}) - length(replace(${search}, '"', ''))) % 2 = 0`

/** All that one question needs, in one snapshot: its words, the viewer's own items, and what has changed. */
export const selectQuestion = statement(
  'search-question',
  {
    search: 'text',
    userId: 'bigint',
    channels: 'integer[]',
    network: 'text',
    isUnfinished: 'boolean',
    since: 'text',
    applied: 'bigint[]',
    most: 'integer',
  },
  (p) => sql`
    select (
        select json_agg(json_build_object('words', w.words, 'position', w.position, 'synonyms', ${synonyms}) order by w.place) from (
          select t.place, min(t.position) as position, array_agg(distinct t.lexeme) as words from words_of_search(${p.search}) t group by t.place) w) as groups,
      must_hold(${p.search})::text as must,
      case when ${p.isUnfinished} then (${unfinished(p.search)}) end as unfinished,
      ${own(p.userId, p.channels)} as own,
      case when ${p.network} is not null then array(
        select n.id from peer_networks n where n.slug = lower(${p.network})
          or n.display_name ilike replace(replace(replace(${p.network}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')::float8[] end as networks,
      ${changes(p.since, p.applied, p.most)}`,
)

/** The same for a question about spelling. */
export const selectMisspelt = statement(
  'search-misspelt',
  { search: 'text', userId: 'bigint', channels: 'integer[]', since: 'text', applied: 'bigint[]', most: 'integer' },
  (p) => sql`
    select (
        select json_agg(json_build_object('typed', t.word, 'words', array(select v.lexeme from words_of_search(t.word) v),
          'near', (select coalesce(json_agg(n), '[]'::json) from (${neighbours(sql`(${spelled})`)}) n))) from (${typedWords(p.search)}) t) as misspelt,
      ${own(p.userId, p.channels)} as own,
      ${changes(p.since, p.applied, p.most)}`,
)

export const selectChanges = statement(
  'search-changes',
  { since: 'text', applied: 'bigint[]', most: 'integer' },
  (p) => sql`select ${changes(p.since, p.applied, p.most)}`,
)

/** Items as they are now. Those of threads that nobody lists have no channels, and are not indexed. */
const documents = (condition: Sql) => sql`
  select i.id::float8, i.thread_id::float8 as thread, i.length, floor(extract(epoch from i.pub_date) * 1000)::float8 as date, f.channels,
    case when r.message_id is null then 0 when r.is_shown then 1 else 2 end as access, i.words::text as words
  from search_items i left join feed_facts f on f.thread_id = i.thread_id left join restricted_messages r on r.message_id = i.message_id
  where ${condition}`

export const selectDocuments = statement(
  'search-documents',
  { items: 'bigint[]', messages: 'bigint[]', threads: 'bigint[]' },
  (p) =>
    documents(sql`i.id in (
    select unnest(${p.items}) union select m.id from search_items m where m.message_id = any(${p.messages})
    union select t.id from search_items t where t.thread_id = any(${p.threads}))`),
)
export const selectDocumentsAfter = statement('search-documents-after', { after: 'bigint', atOnce: 'integer' }, (p) =>
  documents(sql`i.id > ${p.after} order by i.id limit ${p.atOnce}`),
)

/** After a restore into another cluster, transactions count from a lower number: then no segment holds. */
const isOfAnotherCluster = sql`exists (select from search_segments n where n.since > pg_snapshot_xmax(pg_current_snapshot()))`
export const selectSegments = statement(
  'search-segments',
  {},
  () => sql`
    select s.id::float8, s.since::text, s.documents from search_segments s where not ${isOfAnotherCluster} order by s.id`,
)
export const selectParts = statement(
  'search-parts',
  { segmentId: 'bigint' },
  (p) => sql`select p.kind, p.part, p.bytes from search_parts p where p.segment_id = ${p.segmentId}`,
)
export const insertSegment = statement(
  'insert-search-segment',
  { since: 'text', documents: 'integer' },
  (p) =>
    sql`insert into search_segments (since, documents) values (${p.since}::xid8, ${p.documents}) returning id::float8`,
)
export const insertPart = statement(
  'insert-search-part',
  { segmentId: 'bigint', kind: 'text', part: 'integer', bytes: 'bytea' },
  (p) =>
    sql`insert into search_parts (segment_id, kind, part, bytes) values (${p.segmentId}, ${p.kind}, ${p.part}, ${p.bytes})`,
)
export const deleteEverything = statement(
  'delete-search-index',
  {},
  () => sql`
    with foreign_changes as (delete from search_log l where l.changed_by > pg_snapshot_xmax(pg_current_snapshot()))
    delete from search_segments`,
)
export const deleteSegments = statement(
  'delete-search-segments',
  { ids: 'bigint[]' },
  (p) => sql`delete from search_segments where id = any(${p.ids})`,
)

const newestSince = sql`(select s.since from search_segments s order by s.id desc limit 1)`
/** Whether there is no segment yet, and how many changes are in none, up to `most`. */
export const selectUnpacked = statement(
  'search-unpacked',
  { most: 'integer' },
  (p) => sql`
    select (not exists (select from search_segments) and exists (select from search_items)) or ${isOfAnotherCluster} as is_first,
      (select count(*) from (select from search_log l where l.changed_by >= ${newestSince} limit ${p.most}) l)::integer as changes`,
)
/** Servers that hold older segments still read them. */
export const KEPT_FOR = trustedSql(`interval '1 hour'`)
export const forgetChanges = statement(
  'forget-search-changes',
  {},
  () => sql`delete from search_log l where l.changed_by < ${newestSince} and l.changed_at < now() - ${KEPT_FOR}`,
)
export const lockPacking = statement(
  'lock-search-packing',
  {},
  () => sql`select pg_try_advisory_xact_lock(hashtext('search:pack')) as is_ours`,
)
