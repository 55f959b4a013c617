/** Statements for searches. */
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql } from '#server/platform/graph/sql.ts'

export const upsertSearch = statement(
  'upsertSearch',
  { userId: 'bigint', section: 'text', query: 'text' },
  (p) => sql`
    insert into searches (user_id, search_section, query) values (${p.userId}, ${p.section}, ${p.query})
    on conflict (user_id, search_section, query) do update set searched_at = now() returning id`,
)
/** True if a word of the query is part of the name of a member or of a recommended individual. */
export const selectNamesSomebody = statement(
  'selectNamesSomebody',
  { query: 'text' },
  (p) => sql`
    select exists (select from search_names n where n.word = any(q.words))
      or exists (select from experts e where e.type = 'individual' and string_to_array(plain_words(e.name), ' ') && q.words) as names_somebody
    from (select string_to_array(plain_words(${p.query}), ' ') as words) q`,
)

/** A file taken by a killed worker is free again after this; longer than any file may take. */
const LEASE = trustedSql(`interval '45 seconds'`)
/**
 * The next pending file, unless another one is being read: one at a time is enough, because no request waits for it.
 */
export const takeFile = statement(
  'take-search-file',
  {},
  () => sql`
    update search_changes c set attempts = c.attempts + 1, taken_at = now()
    from (select x.entity_id from search_changes x
      where x.entity_type = 'file' and not exists (
        select from search_changes o where o.entity_type = 'file' and o.taken_at > now() - ${LEASE})
      order by x.attempts, x.changed_at, x.entity_id limit 1 for update skip locked) next
    join message_attachments a on a.id = next.entity_id
    where c.entity_type = 'file' and c.entity_id = next.entity_id
    returning a.id as attachment_id, a.storage_key, c.attempts`,
)
/** The store did not answer, which says nothing about the file. */
export const requeueFile = statement(
  'requeue-search-file',
  { attachmentId: 'bigint' },
  (p) => sql`update search_changes set attempts = attempts - 1, taken_at = null
    where entity_type = 'file' and entity_id = ${p.attachmentId}`,
)
/** Stores a file's outcome and queues its message for reindexing. */
export const keepFileText = statement(
  'keep-file-text',
  { attachmentId: 'bigint', outcome: 'text', content: 'text' },
  (p) => sql`
    with kept as (
      insert into file_texts (attachment_id, outcome, content) values (${p.attachmentId}, ${p.outcome}, ${p.content})
      on conflict (attachment_id) do update set outcome = excluded.outcome, content = excluded.content, read_at = now()),
    done as (delete from search_changes where entity_type = 'file' and entity_id = ${p.attachmentId})
    insert into search_changes (entity_type, entity_id)
      select 'message', a.message_id from message_attachments a where a.id = ${p.attachmentId}
      on conflict (entity_type, entity_id) do update set changed_at = clock_timestamp()`,
)
/** Deletes words of the next batch that no item contains. Common words (`search_lexemes`) are not checked. */
export const forgetWords = statement(
  'forget-words',
  { after: 'text', atOnce: 'integer' },
  (p) => sql`
    with share as (select w.word, w.lexeme from search_words w where w.word > ${p.after} order by w.word limit ${p.atOnce}),
    gone as (
      delete from search_words w using share s where w.word = s.word
        and not exists (select from search_lexemes l where l.lexeme = s.lexeme)
        and not exists (select from search_items i where i.words @@ quote_literal(s.lexeme)::tsquery))
    select max(s.word) as last from share s`,
)

/** Indexes a batch of changes; returns how many were taken. */
export const indexBatch = statement(
  'index-messages',
  { atOnce: 'integer' },
  (p) => sql`select index_messages(${p.atOnce}) as taken`,
)
export const countLexemes = statement(
  'count-lexemes',
  { sample: 'integer' },
  (p) => sql`select count_lexemes(${p.sample})`,
)
export const countChannelWords = statement(
  'count-channel-words',
  { sample: 'integer' },
  (p) => sql`select count_channel_words(${p.sample})`,
)
