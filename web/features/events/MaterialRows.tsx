/** Documents, videos and sessions of events, as rows of lists. */
import { eventPath, sessionPath, videoPath } from '#shared/events.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { RequestEventDocumentDownload } from '#api/operations.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import type { DocumentLine, SessionLine, VideoLine } from '#web/features/events/events.queries.ts'
import { minutesOf } from '#web/features/events/event-times.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import { CueHits, DocumentMaterial, MaterialRow } from '#web/media/MaterialRow.tsx'
import { clockOf } from '#web/media/clock.ts'
import { download } from '#web/platform/api/download.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'

const NO_ACCESS = 'Open to members of its network'

const useDownload = (name: string) =>
  useCommand(RequestEventDocumentDownload, {
    onSuccess: ({ requestEventDocumentDownload: { document_url } }) => void download(document_url, name),
    messages: { title: 'Download failed' },
  })

const ownerOf = ({ id, title }: DocumentLine['event'], isListed: boolean) =>
  isListed ? { title, path: eventPath(id) } : undefined

interface RowProps<Line> {
  line: Line
  zone: string
  /** Says to which event it belongs. */
  isListed?: boolean
}

export function DocumentRow({ line, zone, isListed = false }: RowProps<DocumentLine>) {
  const { id, title, file, available_from, can_view, event } = line
  const downloading = useDownload(file?.name ?? title)
  const facts = file ? fileFacts(file) : !can_view ? NO_ACCESS : `Opens on ${dayOf(available_from!, zone)}`
  return (
    <DocumentMaterial
      line={line}
      facts={facts}
      owner={ownerOf(event, isListed)}
      bookmark={
        <BookmarkButton kind="EVENT_DOCUMENT" id={id} isSaved={line.is_bookmarked} title={title} source="events" />
      }
      isDownloading={downloading.isPending}
      onDownload={() => void downloading.run({ doc_id: id })}
    />
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
  const { title, can_view } = line
  return (
    <MaterialRow
      title={can_view ? <Link to={videoPath(line)}>{title}</Link> : title}
      facts={recordedWords(line)}
      owner={ownerOf(line.event, isListed)}
      poster={line.thumbnail_url}
      hits={<CueHits hits={line.cue_hits} pathAt={(seconds) => videoPath(line, seconds)} />}
    />
  )
}

export function SessionRow({ line, zone, isListed = false }: RowProps<SessionLine>) {
  const { id, title, speakers, event, start_date } = line
  const facts = [
    speakers,
    start_date && dayOf(start_date, zone),
    line.has_video && recordedWords(line),
    isListed && event.title,
  ]
  return (
    <MaterialRow
      title={<Link to={sessionPath(id)}>{title}</Link>}
      facts={facts.filter(Boolean).join('. ')}
      poster={line.thumbnail_url}
      hits={<CueHits hits={line.cue_hits} pathAt={(seconds) => `${sessionPath(id)}?t=${seconds}`} />}
    />
  )
}
