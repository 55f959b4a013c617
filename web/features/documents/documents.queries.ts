/** Queries for peer documents. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import {
  ExpertisesWithDocuments,
  GeographiesWithDocuments,
  GetStaffDocumentRequests,
  GetStaffDocuments,
  GetOwnPeerDocuments,
  GetPeerDocument,
  GetPeerDocumentVersion,
  PeerDocumentRequests,
  RequestPeerDocumentDownload,
  SearchPeerDocuments,
  type CheckDocumentFileMutation,
  type GetOwnPeerDocumentsQuery,
  type GetPeerDocumentQuery,
  type PeerDocumentRequestsQuery,
  type SearchPeerDocumentsQuery,
} from '#api/operations.ts'
import { DOCUMENTS_PAGE, type DocumentChanges, type DocumentState } from '#shared/documents.ts'
import { MATERIAL_PATHS } from '#shared/materials.ts'
import { GET } from '#web/platform/api/http.ts'
import { download } from '#web/platform/api/download.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import { uploadedFrom, type DocumentSearch } from './document-search.ts'

export type FoundDocument = SearchPeerDocumentsQuery['peer_documents']['items'][number]
export type DocumentView = NonNullable<GetPeerDocumentQuery['peer_document']>
export type OwnDocument = GetOwnPeerDocumentsQuery['own_peer_documents'][number]
export type WantedDocument = PeerDocumentRequestsQuery['peer_document_requests'][number]
export type FileCheck = NonNullable<CheckDocumentFileMutation['checkDocumentFile']>

export const searchQuery = ({
  q,
  area,
  place,
  type,
  since,
  order,
  featured,
}: DocumentSearch & { featured?: boolean }) => ({
  ...pagedQuery(
    SearchPeerDocuments,
    {
      ...(q && { search: q }),
      ...(area && { areas_of_expertise: [area] }),
      ...(place && { geographies: [place] }),
      ...(type && { types: [type] }),
      ...(since && { uploaded_from: uploadedFrom(since) }),
      ...(order && { order_by: order }),
      ...(featured && { featured }),
    },
    { field: 'peer_documents', size: DOCUMENTS_PAGE },
  ),
  placeholderData: keepPreviousData,
})
export const documentQuery = (id: number) => operationQuery(GetPeerDocument, { id })
export const versionQuery = (id: number, number?: number) =>
  operationQuery(GetPeerDocumentVersion, { id, ...(number && { number }) })
export const areasQuery = operationQuery(ExpertisesWithDocuments, {})
export const placesQuery = operationQuery(GeographiesWithDocuments, {})
export const ownQuery = operationQuery(GetOwnPeerDocuments, {})
export const requestsQuery = operationQuery(PeerDocumentRequests, {})
export const keptQuery = (state: DocumentState | undefined, offset: number) => ({
  ...operationQuery(GetStaffDocuments, { ...(state && { state }), limit: DOCUMENTS_PAGE, offset }),
  placeholderData: keepPreviousData,
})
export const staffRequestsQuery = operationQuery(GetStaffDocumentRequests, {})

export const filePath = (id: number) => `${MATERIAL_PATHS.peer_document}/${id}`
export const picturePath = (id: number, page: number, version: number) =>
  `${filePath(id)}/pictures/${page}?version=${version}`

export const changesQuery = (id: number, from: number, to: number) => ({
  queryKey: ['documents/changes', { id, from, to }] as const,
  queryFn: async (): Promise<DocumentChanges> => {
    const [answer, error] = await GET<DocumentChanges>(`/peer-documents/${id}/changes?from=${from}&to=${to}`)
    if (error) throw error
    return answer
  },
})

export async function downloadDocument({
  id,
  name,
  version,
}: {
  id: number
  name: string
  version?: number
}): Promise<void> {
  const { requestPeerDocumentDownload: link } = await execute(RequestPeerDocumentDownload, {
    doc_id: id,
    ...(version && { version }),
  })
  if (link) await download(link.document_url, name)
}

const SHOWS = [
  SearchPeerDocuments,
  GetPeerDocument,
  GetPeerDocumentVersion,
  GetOwnPeerDocuments,
  PeerDocumentRequests,
  GetStaffDocuments,
  GetStaffDocumentRequests,
]
export const DOCUMENT_KEYS = SHOWS.map(({ name }) => [name])
export function useInvalidate() {
  const client = useQueryClient()
  return () => Promise.all(DOCUMENT_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
}
