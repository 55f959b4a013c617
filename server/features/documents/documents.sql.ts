/** Statements of members: submissions, versions, requests, views. */
import { CLAIM, claimFor } from '#server/platform/database/idempotency.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** Below 10^15, as the paths of files take ids. */
const RANDOM_ID = sql`1 + floor(random() * 800000000000000)::bigint`

export const claimDocument = statement(
  'claim-peer-document',
  { ...CLAIM, isAnonymous: 'boolean' },
  (p) =>
    sql`${claimFor(p, sql`(case when ${p.isAnonymous} then ${RANDOM_ID} else nextval('peer_documents_id_seq') end)`)}`,
)
export const claimExisting = statement(
  'claim-document-version',
  { ...CLAIM, documentId: 'bigint' },
  (p) => sql`${claimFor(p, p.documentId)}`,
)

/** Of an anonymous document, only the day is stored. */
export const insertDocument = statement(
  'insert-peer-document',
  {
    id: 'bigint',
    userId: 'bigint',
    title: 'text',
    description: 'text',
    type: 'text',
    isAnonymous: 'boolean',
    topics: 'bigint[]',
    geographies: 'bigint[]',
    networks: 'bigint[]',
    requestId: 'bigint',
  },
  (p) => sql`
    with document as (
      insert into peer_documents (id, title, description, type, is_anonymous, submitter_id, company, date_created, date_uploaded)
      select ${p.id}, ${p.title}, ${p.description}, ${p.type}, ${p.isAnonymous}, case when not ${p.isAnonymous} then u.id end,
        case when not ${p.isAnonymous} then u.company_name end, t.at, t.at
      from users u cross join (select case when ${p.isAnonymous} then date_trunc('day', now(), 'UTC') else now() end as at) t
      where u.id = ${p.userId} returning id),
    submitter as (insert into document_submitters (document_id, user_id) select d.id, ${p.userId} from document d where ${p.isAnonymous}),
    areas as (insert into peer_document_areas select d.id, x from document d, unnest(${p.topics}) x),
    places as (insert into peer_document_geographies select d.id, x from document d, unnest(${p.geographies}) x),
    networks as (insert into peer_document_networks select d.id, x from document d, unnest(${p.networks}) x)
    insert into document_request_matches (request_id, document_id) select ${p.requestId}, d.id from document d where ${p.requestId} is not null`,
)

export const insertVersion = statement(
  'insert-document-version',
  { documentId: 'bigint', fileId: 'bigint', note: 'text' },
  (p) => sql`
    insert into document_versions (document_id, number, file_id, note, date_uploaded)
    select d.id, coalesce((select max(v.number) from document_versions v where v.document_id = d.id), 0) + 1, ${p.fileId}, ${p.note},
      case when d.is_anonymous then date_trunc('day', now(), 'UTC') else now() end
    from peer_documents d where d.id = ${p.documentId} returning number`,
)

/** Locks the document, so that two versions or decisions come one after the other. */
export const lockOwn = statement(
  'lock-own-document',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    select d.id, d.title, d.state, d.is_anonymous, d.is_watermarked from peer_documents d
    where d.id = ${p.id} and (d.submitter_id = ${p.userId}
      or exists (select from document_submitters s where s.document_id = d.id and s.user_id = ${p.userId})) for update of d`,
)
export const setPending = statement(
  'set-document-pending',
  { id: 'bigint' },
  (p) => sql`update peer_documents set state = 'pending' where id = ${p.id} and state = 'changes_requested'`,
)
export const withdraw = statement(
  'withdraw-document',
  { id: 'bigint' },
  (p) => sql`update peer_documents set state = 'withdrawn', is_featured = false where id = ${p.id}`,
)

/** Deletes an own, unused upload with its report: of an anonymous document nothing links the file to the member. */
export const deleteUpload = statement(
  'delete-own-upload',
  { userId: 'bigint', key: 'text' },
  (p) => sql`
    with checked as (delete from document_checks where user_id = ${p.userId} and upload_key = ${p.key})
    delete from uploads where user_id = ${p.userId} and key = ${p.key} and used_at is null returning storage_key, preview_key`,
)
export const selectIdentity = statement(
  'select-identity',
  { userId: 'bigint' },
  (p) =>
    sql`select array_remove(array[u.name, u.email::text, nullif(u.company_name, '')], null) as tokens from users u where u.id = ${p.userId}`,
)
export const keepCheck = statement(
  'keep-document-check',
  {
    userId: 'bigint',
    uploadKey: 'text',
    outcome: 'text',
    removed: 'text[]',
    questions: 'jsonb',
    findings: 'jsonb',
  },
  (p) => sql`
    insert into document_checks (user_id, upload_key, outcome, removed, questions, findings)
    values (${p.userId}, ${p.uploadKey}, ${p.outcome}, ${p.removed}, ${p.questions}, ${p.findings})
    on conflict (user_id, upload_key) do update set outcome = excluded.outcome, removed = excluded.removed,
      questions = excluded.questions, findings = excluded.findings, checked_at = now() returning id`,
)
export const deleteOldChecks = statement(
  'delete-old-document-checks',
  { hours: 'integer' },
  (p) => sql`delete from document_checks where checked_at < now() - make_interval(hours => ${p.hours})`,
)
export const deleteOldPictures = statement(
  'delete-old-document-pictures',
  {},
  () =>
    sql`delete from document_pictures where mark <> '' and made_at < now() - interval '2 hours' returning storage_key`,
)

export const selectTags = statement(
  'select-document-tags',
  { topics: 'bigint[]', geographies: 'bigint[]' },
  (p) => sql`select (select count(*)::integer from areas_of_expertise a where a.id = any(${p.topics})) as topics,
    (select count(*)::integer from geographies g where g.id = any(${p.geographies})) as geographies`,
)

export const insertRequest = statement(
  'insert-document-request',
  { ...CLAIM, title: 'text', request: 'text', networks: 'bigint[]' },
  (p) => sql`
    with claimed as (${claimFor(p, sql`nextval('document_requests_id_seq')`)}),
    asked as (
      insert into document_requests (id, document_title, request, requester_id) overriding system value
      select c.result, ${p.title}, ${p.request}, ${p.userId} from claimed c returning id),
    placed as (insert into document_request_networks select a.id, x from asked a, unnest(${p.networks}) x)
    select id from asked`,
)
export const deleteRequest = statement(
  'delete-document-request',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`delete from document_requests where id = ${p.id} and requester_id = ${p.userId} returning id`,
)
export const upsertView = statement(
  'upsert-document-view',
  { userId: 'bigint', documentId: 'bigint' },
  (p) => sql`insert into document_views (user_id, document_id) values (${p.userId}, ${p.documentId})
    on conflict (user_id, document_id) do update set viewed_at = now()`,
)

/** Documents that have just become available: those who asked for them are told then, not before. */
export const selectOpened = statement(
  'select-opened-documents',
  {},
  () =>
    sql`select id from peer_documents where state = 'approved' and available_from between now() - interval '3 hours' and now()`,
)

/** Pages drawn as pictures, and stamped files. */
export const selectPicture = statement(
  'select-document-picture',
  { fileId: 'bigint', mark: 'text', number: 'integer' },
  (p) =>
    sql`select storage_key from document_pictures where file_id = ${p.fileId} and mark = ${p.mark} and number = ${p.number}`,
)
export const insertPicture = statement(
  'insert-document-picture',
  { fileId: 'bigint', mark: 'text', number: 'integer', storageKey: 'text' },
  (p) => sql`insert into document_pictures (file_id, mark, number, storage_key)
    values (${p.fileId}, ${p.mark}, ${p.number}, ${p.storageKey}) on conflict do nothing`,
)
/** What is stamped: the name, and day and hour where the reader is. */
export const selectReader = statement(
  'select-document-reader',
  { userId: 'bigint', hour: 'timestamptz' },
  (
    p,
  ) => sql`select u.name, to_char(${p.hour} at time zone coalesce(u.time_zone, 'UTC'), 'FMMonth FMDD, YYYY, FMHH12 AM') as at
    from users u where u.id = ${p.userId}`,
)
