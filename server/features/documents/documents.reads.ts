import { discussions } from '#server/features/discussions/index.ts'
import { hits, materials, requestedDownload } from '#server/features/materials/index.ts'
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, sql, trustedSql, when, type Sql, mayIn } from '#server/platform/graph/sql.ts'
import {
  DISCUSSED_IN,
  DOCUMENTS_PAGE,
  EXPERTISES_WITH_DOCUMENTS,
  GEOGRAPHIES_WITH_DOCUMENTS,
  OWN_DOCUMENTS,
  PICTURES,
  REQUESTS_PAGE,
  TAGS,
  VERSIONS,
} from '#shared/documents.ts'
import { MATERIAL_PATHS, PAGES } from '#shared/materials.ts'
import { ROUTES } from '#shared/routes.ts'
import { documents, reachedDocuments } from './documents.access.ts'
import { documentSearch } from './search.ts'

/** Findings and questions about one file. */
const CHECKED = 500
const newest = sql`date_uploaded desc, id`
const readPath = trustedSql(`'${ROUTES.peerDocuments}/'`)
const filePath = trustedSql(`'${MATERIAL_PATHS.peer_document}/'`)

const isOwn = (d: Sql) => sql`exists (select from ${documents.own_documents} o where o.id = ${d}.id)`
const isInside = (d: Sql) => sql`(${mayIn('content', sql`${d}.network_ids`)} or ${isOwn(d)})`
const fileOf = (d: Sql, columns: Sql) => sql`
  select ${columns} from ${documents.versions} v join ${materials.material_files} f on f.id = v.file_id where v.id = ${d}.current_version_id`
const waiting = sql`select w.document_id from ${documents.versions} w where w.approved_at is null and w.refused_at is null`
const isWaiting = (d: Sql) => sql`exists (select from (${waiting}) w where w.document_id = ${d}.id)`
/** What staff decide about next. As a list of ids, so that both come from an index. */
const pending = sql`d.id in (
  select p.id from ${documents.staff_documents} p where p.state = 'pending'
  union all select p.id from ${documents.staff_documents} p join (${waiting}) w on w.document_id = p.id where p.state = 'approved')`

const pageOf = (rows: Sql, { args }: FieldContext) => ({
  rows,
  order: newest,
  limit: args['limit'],
  offset: args['offset'],
  cap: DOCUMENTS_PAGE,
  count: sql`select count(*)::integer from (${rows}) c`,
})
const written = one((_, { result }) => sql`select d.* from ${documents.readable_documents} d where d.id = ${result}`)
const asked = one((_, { result }) => sql`select r.* from ${documents.requests} r where r.id = ${result}`)
const checked = (list: string, columns: Sql) =>
  many((c) => ({
    rows: sql`select ${columns}, e.place from jsonb_array_elements(${c}.${trustedSql(list)}) with ordinality e(value, place)`,
    order: sql`place`,
    cap: CHECKED,
  }))

export const documentReads = define({
  Query: {
    peer_documents: page((_, asking) => documentSearch(asking)),
    peer_document: one(
      (_, { args }) => sql`select d.* from ${documents.readable_documents} d where d.id = ${args['id']!}`,
    ),
    peer_document_version: one(
      (_, { args, given }) => sql`
        select v.* from ${documents.versions} v
        where v.document_id = ${args['id']!} ${when(given(args['number']!), () => sql`and v.number = ${args['number']!}`)}
        order by v.is_current desc, v.number desc limit 1`,
    ),
    peer_documents_by_user: page((_, asking) => ({
      ...pageOf(
        sql`select d.* from ${documents.peer_documents} d where d.submitter_id = ${asking.args['submitterId']!}`,
        asking,
      ),
      values: { num_of_pages: sql`select 0` },
    })),
    own_peer_documents: many(() => ({
      rows: sql`select d.* from ${documents.own_documents} d`,
      order: newest,
      cap: OWN_DOCUMENTS,
    })),
    peer_document_requests: many((_, { args, given }) => ({
      rows: sql`select r.* from ${documents.requests} r
        where ${given(args['userId']!) ? sql`r.requester_id = ${args['userId']!}` : sql`(r.state = 'approved' or r.is_own)`}`,
      order: sql`id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: REQUESTS_PAGE,
    })),
    // With `limit`, each is looked up until one document is found; as `in`, every document is read.
    geographies_with_documents: many(() => ({
      rows: sql`select g.* from ${networks.geographies} g where (select true
        from ${reachedDocuments.document_geographies} x join ${documents.peer_documents} d on d.id = x.document_id
        where x.geography_id = g.id limit 1)`,
      order: sql`name, id`,
      cap: GEOGRAPHIES_WITH_DOCUMENTS,
    })),
    expertises_with_documents: many(() => ({
      rows: sql`select a.* from ${networks.areas_of_expertise} a where (select true
        from ${reachedDocuments.document_areas} x join ${documents.peer_documents} d on d.id = x.document_id
        where x.area_of_expertise_id = a.id limit 1)`,
      order: sql`name, id`,
      cap: EXPERTISES_WITH_DOCUMENTS,
    })),
    // `offset 0`: both tables are read once and joined, instead of looking up the topics of each document.
    expertises_by_document_count: many((_, { args, given }) => ({
      rows: sql`
        select a.id, a.name, t.num_of_documents from ${networks.areas_of_expertise} a join (
          select x.area_of_expertise_id as id, count(*)::integer as num_of_documents
          from (select x.* from ${reachedDocuments.document_areas} x offset 0) x
          join ${documents.peer_documents} d on d.id = x.document_id
        where ${
          given(args['peerNetworkIDs']!)
            ? sql`exists (select from unnest(d.network_ids) n
                where n = any(${args['peerNetworkIDs']!}) and n in (select o.id from ${networks.document_networks} o))`
            : sql`true`
        } group by x.area_of_expertise_id) t on t.id = a.id`,
      order: sql`num_of_documents desc, name, id`,
      limit: args['limit'],
      cap: EXPERTISES_WITH_DOCUMENTS,
    })),
    staff_documents: page((_, asking) => {
      const { args, choice } = asking
      const state = choice(args['state']!)
      return pageOf(
        sql`select d.* from ${documents.staff_documents} d ${
          state === null ? empty : state === 'pending' ? sql`where ${pending}` : sql`where d.state = ${args['state']!}`
        }`,
        asking,
      )
    }),
    staff_document_requests: many(() => ({
      rows: sql`select r.* from ${documents.staff_requests} r`,
      order: sql`(state = 'pending') desc, id desc`,
      cap: REQUESTS_PAGE,
    })),
  },
  PeerDocument: {
    url: value((d) => sql`case when ${d}.can_open then ${readPath} || ${d}.id end`),
    preview_url: value(
      (d) => sql`case when ${d}.can_open and not ${d}.is_watermarked and (${fileOf(d, sql`f.preview_key is not null`)})
        then ${filePath} || ${d}.id || '/preview' end`,
    ),
    topics: many((d) => ({
      rows: sql`select a.* from ${reachedDocuments.document_areas} x join ${networks.areas_of_expertise} a on a.id = x.area_of_expertise_id where x.document_id = ${d}.id`,
      order: sql`name, id`,
      cap: TAGS,
    })),
    geographies: many((d) => ({
      rows: sql`select g.* from ${reachedDocuments.document_geographies} x join ${networks.geographies} g on g.id = x.geography_id where x.document_id = ${d}.id`,
      order: sql`name, id`,
      cap: TAGS,
    })),
    networks: many((d) => ({
      rows: sql`select n.* from ${reachedDocuments.networks_of_documents} x join ${networks.peer_networks} n on n.id = x.peer_network_id where x.document_id = ${d}.id`,
      order: sql`id`,
      cap: TAGS,
    })),
    uploader: one((d) => sql`select u.* from ${people.people} u where u.id = ${d}.submitter_id`),
    is_own: value(isOwn),
    reason: value((d) => sql`case when ${isInside(d)} then ${d}.reason end`),
    is_version_waiting: value((d) => sql`(${d}.state = 'approved' and ${isInside(d)} and ${isWaiting(d)})`),
    num_of_downloads: value(
      (d) => sql`select count(*)::integer from ${reachedDocuments.document_downloads} l where l.document_id = ${d}.id`,
    ),
    version: one(
      (d) =>
        sql`select v.* from ${documents.versions} v where v.document_id = ${d}.id order by v.is_current desc, v.number desc limit 1`,
    ),
    versions: many((d) => ({
      rows: sql`select v.* from ${documents.versions} v where v.document_id = ${d}.id`,
      order: sql`number desc`,
      cap: VERSIONS,
    })),
    discussed_in: many((d) => ({
      rows: sql`select f.* from ${discussions.threads} f
        where f.thread_id in (select c.thread_id from ${documents.document_discussions} c where c.document_id = ${d}.id)`,
      order: sql`coalesce(last_reply_at, pub_date) desc, thread_id`,
      cap: DISCUSSED_IN,
    })),
    page_hits: hits.pages((d) => sql`(${fileOf(d, sql`case when ${d}.can_open then f.id end`)})`),
  },
  PeerDocumentVersion: {
    file: one((v) => sql`select f.* from ${materials.material_files} f where f.id = ${v}.file_id`),
    pages: many((v) => ({
      rows: sql`select p.* from ${materials.material_pages} p where p.file_id = ${v}.file_id and ${v}.can_open`,
      order: sql`number`,
      cap: PAGES,
    })),
    num_of_pictures: value(
      (v) => sql`coalesce((select least(f.num_of_pages, ${PICTURES}) from ${materials.material_files} f
        where f.id = ${v}.file_id and ${v}.can_open and f.file_type = 'application/pdf' and f.preview_key is not null), 0)`,
    ),
  },
  DocumentRequest: {
    visible: value((r) => sql`(${r}.state = 'approved')`),
    requester: one((r) => sql`select u.* from ${people.people} u where u.id = ${r}.requester_id`),
    matches: many((r) => ({
      rows: sql`select d.* from ${reachedDocuments.request_matches} x join ${documents.peer_documents} d on d.id = x.document_id where x.request_id = ${r}.id`,
      order: newest,
      cap: DOCUMENTS_PAGE,
    })),
  },
  DocumentCheck: {
    questions: checked(
      'questions',
      sql`e.value ->> 'kind' as kind, e.value ->> 'where' as "where", e.value ->> 'text' as text`,
    ),
    findings: checked(
      'findings',
      sql`e.value ->> 'where' as "where", e.value ->> 'text' as text, e.value ->> 'token' as token`,
    ),
  },
  RevealedSubmitter: {
    submitter: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.user_id`),
  },
  Mutation: {
    requestPeerDocument: asked,
    moderateDocumentRequest: asked,
    withdrawDocumentRequest: one((_, { result }) => sql`select ${result} as id`),
    requestPeerDocumentDownload: requestedDownload,
    trackPeerDocumentView: one(
      (_, { result }) =>
        sql`select true as success from ${documents.own_document_views} v where v.document_id = ${result}`,
    ),
    checkDocumentFile: one((_, { result }) => sql`select c.* from ${documents.own_checks} c where c.id = ${result}`),
    submitPeerDocument: written,
    addPeerDocumentVersion: written,
    withdrawPeerDocument: written,
    approvePeerDocument: written,
    refusePeerDocument: written,
    askForDocumentChanges: written,
    editPeerDocument: written,
    revealDocumentSubmitter: one(
      (_, { result }) => sql`select s.* from ${documents.revealed_submitters} s where s.document_id = ${result}`,
    ),
  },
})
