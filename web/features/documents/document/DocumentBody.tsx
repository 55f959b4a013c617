import type { GetPeerDocumentVersionQuery } from '#api/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isOfficeFile } from '#shared/documents.ts'
import { longDate } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import type { DocumentPlace } from '#web/features/documents/document-search.ts'
import { picturePath, versionQuery, type DocumentView } from '#web/features/documents/documents.queries.ts'
import { OfficePage } from '#web/features/documents/document/OfficePages.tsx'
import { PageRail } from '#web/features/documents/document/PageRail.tsx'
import { Changes } from '#web/features/documents/document/Changes.tsx'
import styles from '#web/features/documents/document/Document.module.css'
import { ListFailed } from '#web/features/documents/list/ListStates.tsx'
import { Marked } from '#web/features/documents/list/DocumentRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'

interface Props {
  document: DocumentView
  place: DocumentPlace
  version: number
}

/** Three ways of looking: pictures of the pages, changes between versions, text only. */
export function DocumentBody({ document, place, version }: Props) {
  const { data, isError, refetch } = useQuery(versionQuery(document.id, version))
  const shown = data?.peer_document_version
  if (isError) return <ListFailed title="We couldn’t load the pages" onRetry={() => void refetch()} />
  if (!shown)
    return (
      <div className={styles.desk}>
        <div className={styles.paper}>
          <div className={styles.text}>
            <Skeleton width="half" />
            <Skeleton width="most" />
          </div>
        </div>
      </div>
    )
  const hasPictures = shown.num_of_pictures > 0
  const isOffice = isOfficeFile(shown.file.name) && shown.pages.length > 0
  const hasPreview = hasPictures || isOffice
  const view = place.view ?? (hasPreview ? 'preview' : 'text')
  const older = document.versions.find(({ number }) => number < version)
  const numbers = view === 'preview' && hasPictures ? shown.num_of_pictures : shown.pages.length
  return (
    <>
      <div className={styles.bar}>
        <nav aria-label="Views">
          {hasPreview && <View document={document} place={place} to={undefined} label="Preview" view={view} />}
          {older && <View document={document} place={place} to="changes" label="Changes" view={view} />}
          <View document={document} place={place} to="text" label="Text only" view={view} />
        </nav>
        {view !== 'changes' && numbers > 1 && <Turn document={document} place={place} last={numbers} />}
      </div>
      {view === 'changes' && older ? (
        <Changes id={document.id} from={place.from ?? older.number} to={version} change={place.change} />
      ) : (
        <div className={styles.beside}>
          {numbers > 1 && (
            <PageRail
              id={document.id}
              label={shown.pages[0]?.label ?? 'Page'}
              count={numbers}
              current={Math.min(place.page ?? 1, numbers)}
              search={(page) => searchOf(place, place.view, page)}
            />
          )}
          <PagesOrText document={document} place={place} shown={shown} isPreview={view === 'preview'} />
        </div>
      )}
    </>
  )
}

interface PagesOrTextProps {
  document: DocumentView
  place: DocumentPlace
  shown: NonNullable<GetPeerDocumentVersionQuery['peer_document_version']>
  isPreview: boolean
}

const PagesOrText = ({ document, place, shown, isPreview }: PagesOrTextProps) =>
  isPreview && shown.num_of_pictures > 0 ? (
    <Pictures document={document} place={place} version={shown.number} count={shown.num_of_pictures} />
  ) : (
    <Texts
      pages={shown.pages}
      place={place}
      outcome={shown.file.outcome}
      isFormatted={isPreview}
      isMarked={document.is_watermarked}
    />
  )

const searchOf = ({ version, from, q }: DocumentPlace, view: string | undefined, page?: number) => ({
  ...(view && { view }),
  ...(version && { version }),
  ...(from && { from }),
  ...(q && { q }),
  ...(page && { page }),
})

interface ViewProps {
  document: DocumentView
  place: DocumentPlace
  to: 'changes' | 'text' | undefined
  label: string
  view: string
}
const View = ({ document: { id }, place, to, label, view }: ViewProps) => (
  <Link
    to={`${ROUTES.peerDocuments}/${id}`}
    search={searchOf(place, to, place.page)}
    aria-current={view === (to ?? 'preview') ? 'page' : undefined}
    activeOptions={{ exact: true }}
    replace
  >
    {label}
  </Link>
)

/** Goes from page to page; the address keeps the page. */
function Turn({ document: { id }, place, last }: { document: DocumentView; place: DocumentPlace; last: number }) {
  const navigate = useNavigate()
  const page = Math.min(place.page ?? 1, last)
  const turn = (next: number) =>
    void navigate({
      to: `${ROUTES.peerDocuments}/${id}`,
      search: searchOf(place, place.view, next) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={styles.turn}>
      <Button look="bare" disabled={page <= 1} onClick={() => turn(page - 1)}>
        Previous
      </Button>
      <span>
        {page} of {last}
      </span>
      <Button look="bare" disabled={page >= last} onClick={() => turn(page + 1)}>
        Next
      </Button>
    </div>
  )
}

/** Scrolls to the page of the address, and again when it changes. */
function usePage(page: number | undefined) {
  const desk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (page === undefined) return
    const shown = desk.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    shown?.scrollIntoView({ block: 'start' })
    shown?.focus({ preventScroll: true })
  }, [page])
  return desk
}

function Pictures({ document: { id, title }, place, version, count }: Props & { count: number }) {
  const desk = usePage(place.page)
  return (
    <div ref={desk} className={styles.desk}>
      {Array.from({ length: count }, (_, index) => (
        <Picture key={index} source={picturePath(id, index + 1, version)} number={index + 1} title={title} />
      ))}
    </div>
  )
}

function Picture({ source, number, title }: { source: string; number: number; title: string }) {
  const [isFailed, setFailed] = useState(false)
  return (
    <div className={styles.paper} data-page={number} tabIndex={-1}>
      {isFailed ? (
        <p className={styles.text}>Page {number} can’t be shown here. Read it as text, or download the file.</p>
      ) : (
        <img
          src={source}
          alt={`Page ${number} of ${title}. Choose “Text only” to read its words.`}
          width={600}
          height={848}
          loading={number > 2 ? 'lazy' : 'eager'}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}

/** As on pictures and downloads of the document. */
function ReaderMark() {
  const { name, time_zone } = useUser()
  const [now, setNow] = useState<number>()
  useEffect(() => setNow(Date.now()), [])
  return (
    <p className={styles.mark}>
      {name}
      {now !== undefined && `, ${longDate(now, time_zone)}`}
    </p>
  )
}

interface TextsProps {
  pages: readonly { number: number; label: string; content: string }[]
  place: DocumentPlace
  outcome: string | null
  /** With headings and tables, instead of plain lines. */
  isFormatted: boolean
  isMarked: boolean
}

function Texts({ pages, place, outcome, isFormatted, isMarked }: TextsProps) {
  const desk = usePage(place.page)
  const isSilent = pages.every(({ content }) => content.trim() === '')
  if (isSilent)
    return (
      <StatePage title={outcome === null ? 'The text is still being read' : 'No text could be read'}>
        <p>
          {outcome === null
            ? 'It can be searched and read here in about a minute. You can download the file now.'
            : 'This file may be scanned or protected. You can download it, and it is found by its title.'}
        </p>
      </StatePage>
    )
  return (
    <div ref={desk} className={styles.desk}>
      {pages.map(({ number, label, content }) => (
        <section
          key={number}
          className={styles.paper}
          data-page={number}
          tabIndex={-1}
          aria-label={`${label} ${number}`}
        >
          <div className={styles.text}>
            <h2>
              {label} {number}
            </h2>
            {isFormatted ? (
              <OfficePage page={{ label, content }} q={place.q} />
            ) : (
              content.split('\n').map((line, index) => (
                <p key={index}>
                  <Marked text={line} q={place.q} />
                </p>
              ))
            )}
          </div>
          {isMarked && <ReaderMark />}
        </section>
      ))}
    </div>
  )
}
