/** Documents, videos and sessions of events, as rows of lists. */
import { eventPath, sessionPath, videoPath } from '#shared/events.ts'
import { extensionOf } from '#shared/kit/file-names.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { highlightParts } from '#shared/search.ts'
import { RequestEventDocumentDownload } from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import type { DocumentLine, SessionLine, VideoLine } from '#web/features/events/events.queries.ts'
import { minutesOf } from '#web/features/events/event-times.ts'
import { Button } from '#web/kit/Button.tsx'
import { download } from '#web/platform/api/download.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { clockOf } from '#web/media/clock.ts'
import styles from './Events.module.css'

const NO_ACCESS = 'Open to members of its network'

const Found = ({ excerpt }: { excerpt: string }) =>
  highlightParts(excerpt).map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : text))

const useDownload = (name: string) =>
  useCommand(RequestEventDocumentDownload, {
    onSuccess: ({ requestEventDocumentDownload: { document_url } }) => void download(document_url, name),
    messages: { title: 'Download failed' },
  })

interface RowProps<Line> {
  line: Line
  zone: string
  /** Says to which event it belongs. */
  isListed?: boolean
}

export function DocumentRow({ line, zone, isListed = false }: RowProps<DocumentLine>) {
  const { id, title, file, available_from, can_view, event } = line
  const downloading = useDownload(file?.name ?? title)
  const kind = file
    ? `${extensionOf(file.name).toUpperCase()}${file.num_of_pages ? `, ${counted(file.num_of_pages, 'page')}` : ''}`
    : !can_view
      ? NO_ACCESS
      : `Opens on ${dayOf(available_from!, zone)}`
  return (
    <li className={styles.material}>
      <div className={styles.about}>
        <h3 className={styles.materialTitle}>
          {line.url && file?.file_type === 'application/pdf' ? (
            <a href={line.url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <p className={styles.facts}>
          {kind}
          {isListed && (
            <>
              . <Link to={eventPath(event.id)}>{event.title}</Link>
            </>
          )}
        </p>
        {line.page_hits?.map((hit) => (
          <p key={hit.number} className={styles.hit}>
            {hit.label} {hit.number}: <Found excerpt={hit.excerpt} />
          </p>
        ))}
      </div>
      <BookmarkButton kind="EVENT_DOCUMENT" id={id} isSaved={line.is_bookmarked} title={title} source="events" />
      {line.url && (
        <Button
          look="bare"
          aria-label={`Download ${title}`}
          aria-disabled={downloading.isPending}
          onClick={() => void downloading.run({ doc_id: id })}
        >
          Download
        </Button>
      )}
    </li>
  )
}

interface Recorded {
  duration: number | null
  can_view: boolean
  video: { progress: { position: number; completed_at: string | null } | null } | null
}

/** "Video, 48 min. You stopped at 12:40". */
function recordedWords({ duration, can_view, video }: Recorded): string {
  const length = `Video, ${minutesOf(duration ?? 0)}`
  if (!can_view) return `${length}. ${NO_ACCESS}`
  const progress = video?.progress
  if (!progress) return length
  return progress.completed_at ? `${length}. Watched` : `${length}. You stopped at ${clockOf(progress.position)}`
}

export function VideoRow({ line, isListed = false }: RowProps<VideoLine>) {
  const { title, event, can_view } = line
  return (
    <li className={styles.material}>
      <Poster url={line.thumbnail_url} />
      <div className={styles.about}>
        <h3 className={styles.materialTitle}>{can_view ? <Link to={videoPath(line)}>{title}</Link> : title}</h3>
        <p className={styles.facts}>
          {recordedWords(line)}
          {isListed && (
            <>
              . <Link to={eventPath(event.id)}>{event.title}</Link>
            </>
          )}
        </p>
        {line.cue_hits?.map((hit) => (
          <p key={hit.starts_at_ms} className={styles.hit}>
            <Link to={videoPath(line, hit.starts_at_ms / 1000)}>{clockOf(hit.starts_at_ms / 1000)}</Link>{' '}
            <Found excerpt={hit.excerpt} />
          </p>
        ))}
      </div>
    </li>
  )
}

export function SessionRow({ line, zone, isListed = false }: RowProps<SessionLine>) {
  const { id, title, speakers, event, start_date } = line
  return (
    <li className={styles.material}>
      <Poster url={line.thumbnail_url} />
      <div className={styles.about}>
        <h3 className={styles.materialTitle}>
          <Link to={sessionPath(id)}>{title}</Link>
        </h3>
        <p className={styles.facts}>
          {[
            speakers,
            start_date && dayOf(start_date, zone),
            line.has_video && recordedWords(line),
            isListed && event.title,
          ]
            .filter(Boolean)
            .join('. ')}
        </p>
        {line.cue_hits?.map((hit) => (
          <p key={hit.starts_at_ms} className={styles.hit}>
            <Link to={`${sessionPath(id)}?t=${hit.starts_at_ms / 1000}`}>{clockOf(hit.starts_at_ms / 1000)}</Link>{' '}
            <Found excerpt={hit.excerpt} />
          </p>
        ))}
      </div>
    </li>
  )
}

const Poster = ({ url }: { url: string | null }) =>
  url ? (
    <img className={styles.poster} src={url} alt="" width={112} height={63} loading="lazy" decoding="async" />
  ) : null
