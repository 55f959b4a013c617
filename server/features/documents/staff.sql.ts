/** Statements of staff about documents and requests. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** With the version that the decision is about: the latest. */
export const lockDocument = statement(
  'lock-document',
  { id: 'bigint' },
  (p) => sql`
    select d.id, d.title, d.description, d.type, d.state, d.is_anonymous, d.is_featured, d.featured_banner, d.is_watermarked,
      d.available_from, d.network_ids, d.current_version_id, (
        select v.id from document_versions v where v.document_id = d.id order by v.number desc limit 1) as latest_version_id
    from peer_documents d where d.id = ${p.id} for update of d`,
)
/** Of a document that readers get with their name, the files that they may open, and the one that waits. */
export const selectVersionFiles = statement(
  'select-version-files',
  { id: 'bigint' },
  (p) => sql`
    select f.name, f.file_type, f.storage_key from document_versions v join material_files f on f.id = v.file_id
    where v.document_id = ${p.id} and v.refused_at is null order by v.number desc`,
)
export const selectMarking = statement(
  'select-document-marking',
  { id: 'bigint' },
  (p) => sql`select d.is_watermarked, d.network_ids from peer_documents d where d.id = ${p.id}`,
)
export const approveDocument = statement(
  'approve-document',
  { id: 'bigint', versionId: 'bigint', reason: 'text' },
  (p) => sql`
    with version as (
      update document_versions v set approved_at = now(), refused_at = null where v.id = ${p.versionId} returning v.id, v.date_uploaded)
    update peer_documents d set state = 'approved', current_version_id = v.id, date_uploaded = v.date_uploaded, reason = ${p.reason}
    from version v where d.id = ${p.id}`,
)
/** Of a published document, only a waiting version; where none waits, the document itself. */
export const refuseDocument = statement(
  'refuse-document',
  { id: 'bigint', versionId: 'bigint', state: 'text', reason: 'text' },
  (p) => sql`
    with version as (
      update document_versions v set refused_at = now() where v.id = ${p.versionId} and v.approved_at is null returning v.id)
    update peer_documents d set reason = ${p.reason},
      state = case when d.state = 'approved' and exists (select from version) then d.state else ${p.state} end
    where d.id = ${p.id}`,
)
/** Requests whose words all stand in the title or the description; not those of the submitter. */
export const matchRequests = statement(
  'match-document-requests',
  { id: 'bigint' },
  (p) => sql`
    insert into document_request_matches (request_id, document_id)
    select r.id, d.id from peer_documents d join document_requests r on r.state <> 'refused'
      and numnode(plainto_tsquery('words', r.document_title)) > 0 and d.words @@ plainto_tsquery('words', r.document_title)
    where d.id = ${p.id} and r.requester_id is distinct from d.submitter_id
      and not exists (select from document_submitters s where s.document_id = d.id and s.user_id = r.requester_id)
    on conflict do nothing`,
)
export const updateDocument = statement(
  'update-document',
  {
    id: 'bigint',
    title: 'text',
    description: 'text',
    type: 'text',
    isFeatured: 'boolean',
    banner: 'text',
    isWatermarked: 'boolean',
    availableFrom: 'timestamptz',
    topics: 'bigint[]',
    geographies: 'bigint[]',
    networks: 'bigint[]',
  },
  (p) => sql`
    with document as (
      update peer_documents d set title = ${p.title}, description = ${p.description}, type = ${p.type}, is_featured = ${p.isFeatured},
        featured_banner = ${p.banner}, is_watermarked = ${p.isWatermarked}, available_from = ${p.availableFrom} where d.id = ${p.id}),
    fewer_areas as (delete from peer_document_areas a where a.document_id = ${p.id} and a.area_of_expertise_id <> all(${p.topics})),
    areas as (insert into peer_document_areas select ${p.id}, x from unnest(${p.topics}) x on conflict do nothing),
    fewer_places as (delete from peer_document_geographies g where g.document_id = ${p.id} and g.geography_id <> all(${p.geographies})),
    places as (insert into peer_document_geographies select ${p.id}, x from unnest(${p.geographies}) x on conflict do nothing),
    fewer_networks as (delete from peer_document_networks n where n.document_id = ${p.id} and n.peer_network_id <> all(${p.networks}))
    insert into peer_document_networks select ${p.id}, x from unnest(${p.networks}) x on conflict do nothing`,
)
export const knownNetworks = statement(
  'known-networks',
  { ids: 'bigint[]' },
  (p) => sql`select count(*)::integer as known from peer_networks n where n.id = any(${p.ids})`,
)
export const insertReveal = statement(
  'insert-document-reveal',
  { id: 'bigint', staffId: 'bigint', reason: 'text' },
  (p) => sql`
    insert into document_reveals (document_id, staff_id, reason)
    select s.document_id, ${p.staffId}, ${p.reason} from document_submitters s where s.document_id = ${p.id}
    on conflict (document_id, staff_id) do update set reason = excluded.reason, revealed_at = now() returning document_id`,
)
export const moderateRequest = statement(
  'moderate-document-request',
  { id: 'bigint', state: 'text' },
  (p) =>
    sql`update document_requests r set state = ${p.state}, moderated_date = now() where r.id = ${p.id} returning r.document_title,
      array(select w.peer_network_id from document_request_networks w where w.request_id = r.id) as network_ids`,
)
