import { IconDownload, IconLink, IconLock } from '@tabler/icons-react'
import { dayOf } from '#shared/kit/dates.ts'
import { extensionOf } from '#shared/kit/file-names.ts'
import { ROUTES } from '#shared/routes.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { downloadDocument, type FoundDocument } from '#web/features/documents/documents.queries.ts'
import { marked } from '#web/features/documents/document-search.ts'
import { sharedBy, textProblem } from '#web/features/documents/document-texts.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Excerpt } from '#web/platform/search/Excerpt.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const pathOf = (id: number) => `${ROUTES.peerDocuments}/${id}`
type Hit = FoundDocument['page_hits'][number]

/** One document of a list: what it is, who shared it, and the pages on which the words of the search stand. */
export function DocumentRow({ document, q }: { document: FoundDocument; q?: string | undefined }) {
  const { time_zone } = useUser()
  const { id, title, url, version, networks, page_hits: hits, available_from } = document
  const file = version?.file
  const facts = [file && fileFacts(file), version && version.number > 1 && `version ${version.number}`].filter(Boolean)
  const problem = file && url !== null ? textProblem(file) : null
  return (
    <li className={styles.row}>
      <Thumbnail document={document} />
      <div className={styles.about}>
        {document.is_featured && document.featured_banner && (
          <p className={styles.banner}>{document.featured_banner}</p>
        )}
        <h3 className={styles.name}>
          <Link to={pathOf(id)}>
            <Marked text={title} q={q} />
          </Link>
        </h3>
        <p className={styles.facts}>
          {[
            facts.join(', '),
            sharedBy(document),
            !document.is_anonymous && networks.map(({ display_name }) => display_name).join(', '),
          ]
            .filter(Boolean)
            .join('. ')}
          {'. '}
          <time dateTime={document.date_uploaded}>{dayOf(document.date_uploaded, time_zone)}</time>
        </p>
        {document.description && hits.length === 0 && (
          <p className={styles.description}>
            <Marked text={document.description} q={q} />
          </p>
        )}
        {hits.map((hit) => (
          <HitLine key={hit.number} id={id} hit={hit} q={q} />
        ))}
        {problem && <p className={styles.facts}>{problem}</p>}
        {url === null ? (
          <p className={styles.locked}>
            <IconLock size={17} stroke={1.6} aria-hidden />
            {available_from ? `You can open this from ${dayOf(available_from, time_zone)}.` : 'You can’t open this.'}
          </p>
        ) : (
          <RowActs id={id} title={title} name={file?.name ?? title} isSaved={document.is_bookmarked} />
        )}
      </div>
    </li>
  )
}

export const Marked = ({ text, q }: { text: string; q?: string | undefined }) =>
  marked(text, q).map((part, index) => (part.isFound ? <mark key={index}>{part.text}</mark> : part.text))

const HitLine = ({ id, hit: { number, label, excerpt }, q }: { id: number; hit: Hit; q?: string | undefined }) => (
  <div className={styles.hit}>
    <Link to={pathOf(id)} search={{ view: 'text', page: number, ...(q && { q }) }}>
      {label} {number}
    </Link>
    <p>
      <Excerpt text={excerpt} />
    </p>
  </div>
)

interface RowActsProps {
  id: number
  title: string
  name: string
  isSaved: boolean
}

function RowActs({ id, title, name, isSaved }: RowActsProps) {
  const { run, isPending } = useCommand(() => downloadDocument({ id, name }))
  const copy = () =>
    navigator.clipboard
      .writeText(`${location.origin}${pathOf(id)}`)
      .then(() => toast.success('Link copied'))
      .catch(() => toast.error('The link couldn’t be copied', 'Open the document and copy its address.'))
  return (
    <div className={styles.acts}>
      <Button look="bare" disabled={isPending} aria-label={`Download ${title}`} onClick={() => void run()}>
        <IconDownload size={17} stroke={1.6} aria-hidden />
        Download
      </Button>
      <BookmarkButton kind="PEER_DOCUMENT" id={id} isSaved={isSaved} title={title} source="peer_documents" />
      <Button look="bare" aria-label={`Copy link to ${title}`} onClick={() => void copy()}>
        <IconLink size={17} stroke={1.6} aria-hidden />
        Copy link
      </Button>
    </div>
  )
}

function Thumbnail({ document: { preview_url, version } }: { document: FoundDocument }) {
  return (
    <div className={styles.thumb} aria-hidden="true">
      {preview_url ? <img src={preview_url} alt="" loading="lazy" /> : <i />}
      <b>{extensionOf(version?.file.name ?? '').toUpperCase() || 'FILE'}</b>
    </div>
  )
}
