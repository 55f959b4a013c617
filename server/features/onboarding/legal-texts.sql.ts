/** Statements for publishing legal texts. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const lockLegalKind = statement(
  'lock-legal-kind',
  { kind: 'text' },
  (p) => sql`select pg_advisory_xact_lock(hashtext('legal ' || ${p.kind}))`,
)
export const selectLatestLegal = statement(
  'select-latest-legal',
  { kind: 'text' },
  (p) => sql`select version from legal_documents where kind = ${p.kind} order by version desc limit 1`,
)
export const insertLegalText = statement(
  'insert-legal-text',
  { kind: 'text', version: 'integer', title: 'text', sections: 'jsonb', asksAgain: 'boolean', changeNote: 'text' },
  (p) => sql`insert into legal_documents (kind, version, title, sections, published_at, asks_again, change_note)
    values (${p.kind}, ${p.version}, ${p.title}, ${p.sections}, now(), ${p.asksAgain}, ${p.changeNote}) returning id`,
)
