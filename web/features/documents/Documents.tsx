/** All pages of peer documents in one chunk, because none is a first view. Converts URL parameters to props. */
import { readDocumentPlace, readDocumentSearch } from '#web/features/documents/document-search.ts'
import { DocumentPage } from '#web/features/documents/document/DocumentPage.tsx'
import { documentQuery } from '#web/features/documents/documents.queries.ts'
import { DocumentsPage } from '#web/features/documents/list/DocumentsPage.tsx'
import { RequestsPage } from '#web/features/documents/list/RequestsPage.tsx'
import { SharePage } from '#web/features/documents/share/SharePage.tsx'

export { documentQuery }

type Search = Record<string, unknown>

export const ListRoute = ({ search }: { search: Search }) => <DocumentsPage search={readDocumentSearch(search)} />
export const FeaturedRoute = ({ search }: { search: Search }) => (
  <DocumentsPage featured search={readDocumentSearch(search)} />
)
export const DocumentRoute = ({ id, search }: { id: number; search: Search }) => (
  <DocumentPage key={id} id={id} place={readDocumentPlace(search)} />
)
export const RequestsRoute = ({ search: { title } }: { search: Search }) => (
  <RequestsPage title={typeof title === 'string' ? title : ''} />
)
export const ShareRoute = ({ search: { request } }: { search: Search }) => (
  <SharePage requestId={/^[1-9]\d{0,15}$/.test(String(request)) ? Number(request) : undefined} />
)
