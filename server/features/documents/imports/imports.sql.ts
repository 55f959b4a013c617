/** Statements for imports of documents. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isPostingMember } from '#server/platform/session/account-states.ts'

/** A document with this title that one of the networks has, or is about to have. */
export const selectKnownDocument = statement(
  'select-known-document',
  { title: 'text', networks: 'bigint[]' },
  (p) => sql`
    select d.id from peer_documents d join peer_document_networks n on n.document_id = d.id
    where lower(d.title) = lower(${p.title}) and n.peer_network_id = any(${p.networks})
      and d.state in ('pending', 'changes_requested', 'approved') limit 1`,
)
export const selectSubmitter = statement(
  'select-document-submitter',
  { email: 'text' },
  (p) => sql`select u.id from users u where u.email = ${p.email} and ${isPostingMember(sql`u`)}`,
)
export const nextDocumentId = statement(
  'next-document-id',
  {},
  () => sql`select nextval('peer_documents_id_seq')::bigint as id`,
)
