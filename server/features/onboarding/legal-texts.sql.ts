/** Statements for publishing legal texts. */
export const lockLegalKind = { name: 'lock-legal-kind', text: `select pg_advisory_xact_lock(hashtext('legal ' || $1))` }
export const selectLatestLegal = {
  name: 'select-latest-legal',
  text: 'select version from legal_documents where kind = $1 order by version desc limit 1',
}
export const insertLegalText = {
  name: 'insert-legal-text',
  text: `insert into legal_documents (kind, version, title, sections, published_at, asks_again, change_note)
    values ($1, $2, $3, $4, now(), $5, $6) returning id`,
}
