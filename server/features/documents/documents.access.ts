/**
 * Who may read a document: members of its networks, and of networks that may read documents there, once staff have
 * approved it; its submitter and staff always. Until `available_from` only its title, description and tags are read.
 */
import { discussions } from '#server/features/discussions/index.ts'
import { usableNetworks } from '#server/features/networks/index.ts'
import { checkedRelations, sql, uncheckedRelations, viewer, type Sql, may, mayIn } from '#server/platform/graph/sql.ts'

const isOwn = sql`(d.submitter_id = ${viewer.id}
  or exists (select from document_submitters s where s.document_id = d.id and s.user_id = ${viewer.id}))`
const isPublished = sql`(d.state = 'approved' and d.network_ids && ${usableNetworks.documents})`
const isStaffOf = mayIn('content', sql`d.network_ids`)
const mayRead = sql`(${isPublished} or (${isOwn}) or ${isStaffOf})`
const mayOpen = sql`(coalesce(d.available_from <= now(), true) or (${isOwn}) or ${isStaffOf})`
const document = sql`select d.*, ${mayOpen} as can_open from peer_documents d`

const isOwnRequest = sql`r.requester_id = ${viewer.id}`
const isStaffOfRequest = mayIn(
  'content',
  sql`array(select w.peer_network_id from document_request_networks w where w.request_id = r.id)`,
)
const mayReadRequest = sql`(${isOwnRequest} or ${isStaffOfRequest} or (r.state = 'approved'
  and exists (select from document_request_networks w
    where w.request_id = r.id and w.peer_network_id = any(${usableNetworks.documents}))))`

export const documents = checkedRelations({
  /** Published ones, which lists and searches show. */
  peer_documents: sql`${document} where ${isPublished}`,
  /** Also the viewer's own in every state; for staff all. */
  readable_documents: sql`${document} where ${mayRead}`,
  // By index: a condition on both would look at every document.
  own_documents: sql`${document} where d.id in (
    select o.id from peer_documents o where o.submitter_id = ${viewer.id}
    union all select s.document_id from document_submitters s where s.user_id = ${viewer.id})`,
  /** For staff of one of their networks. By id, so that staff of all networks count them from an index. */
  staff_documents: sql`${document} where 'content' = any(${viewer.permissions}) and (${may('content')} or d.id in (
    select w.document_id from peer_document_networks w where ${mayIn('content', sql`array[w.peer_network_id]`)}))`,
  staff_requests: sql`select r.*, ${isOwnRequest} as is_own from document_requests r where ${isStaffOfRequest}`,
  versions: sql`
    select v.*, d.can_open, coalesce(d.current_version_id = v.id, false) as is_current, v.approved_at is not null as is_approved
    from document_versions v join (select d.*, (${isOwn}) as is_own, ${isStaffOf} as is_staff_of, ${mayOpen} as can_open from peer_documents d where ${mayRead}) d
      on d.id = v.document_id
    where v.approved_at is not null or d.is_own or d.is_staff_of`,
  requests: sql`select r.*, ${isOwnRequest} as is_own from document_requests r where ${mayReadRequest}`,
  /** Discussions with a message that links to a document, where the viewer may read both. */
  document_discussions: sql`
    select c.document_id, m.thread_id from document_citations c join ${discussions.messages} m on m.id = c.message_id
    where exists (select from peer_documents d where d.id = c.document_id and ${mayRead})`,
  own_document_views: sql`select v.* from document_views v where v.user_id = ${viewer.id}`,
  own_checks: sql`select c.* from document_checks c where c.user_id = ${viewer.id}`,
  /** For the staff member who has put on record why they look. */
  revealed_submitters: sql`
    select s.* from document_submitters s where ${may('moderation')}
      and exists (select from document_reveals r where r.document_id = s.document_id and r.staff_id = ${viewer.id})`,
})

const ofDocument = (from: Sql) => ({
  rows: sql`select x.* ${from}`,
  wall: sql`select x.* ${from} where exists (select from peer_documents d where d.id = x.document_id and ${mayRead})`,
})

/** For documents and requests that the viewer can already read. */
export const reachedDocuments = uncheckedRelations({
  networks_of_documents: ofDocument(sql`from peer_document_networks x`),
  document_areas: ofDocument(sql`from peer_document_areas x`),
  document_geographies: ofDocument(sql`from peer_document_geographies x`),
  /** The pages of the current version are searched. */
  version_files: ofDocument(sql`from (select v.id, v.document_id, v.file_id from document_versions v) x`),
  request_matches: ofDocument(sql`from document_request_matches x`),
  document_downloads: ofDocument(
    sql`from (select l.id, l.item_id as document_id from material_downloads l where l.kind = 'peer_document' and l.opened_at is not null) x`,
  ),
})
