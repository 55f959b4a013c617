import { counted } from '#shared/kit/text.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { isNarrowed, type DocumentSearch } from '#web/features/documents/document-search.ts'
import { requestsQuery, searchQuery } from '#web/features/documents/documents.queries.ts'
import styles from '#web/features/documents/Documents.module.css'
import { DocumentFilters } from '#web/features/documents/list/DocumentFilters.tsx'
import { DocumentRow } from '#web/features/documents/list/DocumentRow.tsx'
import { DocumentNotes } from '#web/features/documents/list/DocumentNotes.tsx'
import { ListFailed, RowSkeletons } from '#web/features/documents/list/ListStates.tsx'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { Page } from '#web/platform/shell/Page.tsx'

const TITLE = 'Peer Documents'
interface Props {
  search: DocumentSearch
  featured?: boolean
}

/** Documents that members share: search by page, filters, requests and own submissions. */
export function DocumentsPage({ search, featured = false }: Props) {
  useTitle(featured ? 'Featured documents' : TITLE)
  useEffect(() => void track('peer-docs-viewed', referral()), [])
  const navigate = useNavigate()
  const here = featured ? ROUTES.featuredPeerDocuments : ROUTES.peerDocuments
  const go = (next: object) => void navigate({ to: here, search: next as never, replace: true })
  return (
    <Page side={<DocumentNotes />} hasDesk>
      {featured && <BackLink />}
      <div className={styles.head}>
        <div>
          <h1 className="t-page-title">{featured ? 'Featured documents' : TITLE}</h1>
          <p className={styles.lede}>
            {featured ? 'Chosen by staff.' : 'Documents that members have used in their own companies.'}
          </p>
        </div>
        <ButtonLink look="filled" href={ROUTES.shareDocument}>
          Share a document
        </ButtonLink>
      </div>
      <Search value={search.q ?? ''} onSearch={(q) => go({ ...search, q: q || undefined })} />
      <DocumentFilters search={search} onChange={(part) => go({ ...search, ...part })} />
      <WantedLine />
      <Found search={search} featured={featured} onOrder={(order) => go({ ...search, order })} onClear={() => go({})} />
      <div className={styles.below}>
        <DocumentNotes />
      </div>
    </Page>
  )
}

function Search({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const { text, setText, seek } = useSearchText(value)
  return (
    <form
      role="search"
      aria-label="Documents"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(seek())
      }}
    >
      <SearchField
        name="q"
        label="Search titles, descriptions and pages"
        maxLength={200}
        placeholder="Search titles, descriptions and pages"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}

/** On phones, where the notes are at the end of the page. */
function WantedLine() {
  const wanted = useQuery(requestsQuery).data?.peer_document_requests.filter(
    ({ is_own, visible }) => visible && !is_own,
  )
  if (!wanted?.length) return null
  return (
    <Link to={ROUTES.documentRequests} className={styles.wanted}>
      <b>{counted(wanted.length, 'document')} wanted</b>
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
}

interface FoundProps extends Props {
  onOrder: (order: string | undefined) => void
  onClear: () => void
}

function Found({ search, featured = false, onOrder, onClear }: FoundProps) {
  const query = useInfiniteQuery(searchQuery({ ...search, featured }))
  const pages = query.data?.pages[0]?.num_of_pages ?? 0
  const isFiltered = isNarrowed(search)
  return (
    <PagedList
      query={query}
      label="Documents"
      keyOf={({ id }) => id}
      skeleton={<RowSkeletons />}
      failed={(again, error) => <ListFailed title="We couldn’t load the documents" error={error} onRetry={again} />}
      empty={<Nothing search={search} isFiltered={isFiltered} />}
      head={(count) => (
        <div className={styles.count}>
          <div role="status">
            <h2>
              {counted(count, 'document')}
              {pages > 0 && `, ${counted(pages, 'page')}`}
            </h2>
          </div>
          <span>
            {isFiltered && (
              <Button look="bare" onClick={onClear}>
                Clear all
              </Button>
            )}
            <SelectMenu
              label="Sort by"
              hidesLabel
              className={styles.filter}
              none={search.q ? 'Best match' : 'Newest'}
              value={search.order ?? ''}
              options={search.q ? [{ value: 'most_recent', label: 'Newest' }] : []}
              onChange={(order) => onOrder(order || undefined)}
            />
          </span>
        </div>
      )}
    >
      {(document) => <DocumentRow document={document} q={search.q} />}
    </PagedList>
  )
}

const Nothing = ({ search: { q }, isFiltered }: { search: DocumentSearch; isFiltered: boolean }) => (
  <StatePage
    title={isFiltered ? 'No results' : 'No documents yet'}
    actions={
      <ButtonLink href={q ? `${ROUTES.documentRequests}?title=${encodeURIComponent(q)}` : ROUTES.documentRequests}>
        Request a document
      </ButtonLink>
    }
  >
    <p>
      {isFiltered
        ? 'Check the spelling, try fewer words or filters, or ask members for the document.'
        : 'Documents appear here when members share them.'}
    </p>
  </StatePage>
)
