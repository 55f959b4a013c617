/** Covers and bars of series, and their documents and parts as rows of lists. */
import { RequestSeriesDocumentDownload } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { partPath, seriesPath } from '#shared/learning.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import type { DocumentLine, SeriesLine, VideoLine } from '#web/features/learning/learning.queries.ts'
import { lengthOf, namesOf, partsOf, progressOf } from '#web/features/learning/series-words.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import { CueHits, DocumentMaterial, MaterialRow } from '#web/media/MaterialRow.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { download } from '#web/platform/api/download.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './Learning.module.css'

const TRACKS = ['legal', 'executive', 'cfo', 'thesuite'] as const

/** A bound volume with the title at its foot. Decoration: the title stands beside it. */
export const Cover = ({ series }: { series: { id: number; title: string; image_url?: string | null } }) => (
  <span className={classNames(styles.cover, `theme-${TRACKS[series.id % TRACKS.length]}`)} aria-hidden="true">
    {series.image_url && <img src={series.image_url} alt="" width={112} height={140} loading="lazy" decoding="async" />}
    <span>{series.title}</span>
  </span>
)

/** How much of a length is done. The words beside it say the same. */
export const Bar = ({ done, of, className }: { done: number; of: number; className?: string | undefined }) => (
  <svg className={classNames(styles.bar, className)} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="4" className={styles.rest} />
    <rect width={Math.min(100, (done / Math.max(1, of)) * 100)} height="4" className={styles.done} />
  </svg>
)

export function SeriesItem({ series }: { series: SeriesLine }) {
  const { id, title, description, num_of_videos, duration, speakers, network, progress } = series
  const facts = [
    `${partsOf(num_of_videos)}, ${lengthOf(duration)}`,
    namesOf(speakers) || `With ${network.display_name}`,
  ]
  return (
    <li className={styles.item}>
      <Cover series={series} />
      <div className={styles.about}>
        <h3 className={styles.itemTitle}>
          <Link to={seriesPath(id)}>{title}</Link>
        </h3>
        {description && <p className={styles.itemText}>{description}</p>}
        <p className={styles.facts}>{facts.join('. ')}</p>
        {progress && (
          <>
            <p className={styles.facts}>{progressOf(progress, num_of_videos)}</p>
            <Bar done={progress.num_of_completed} of={num_of_videos} />
          </>
        )}
      </div>
    </li>
  )
}

const ownerOf = (series: { id: number; title: string } | null | undefined) =>
  series ? { title: series.title, path: seriesPath(series.id) } : undefined

interface DocumentProps {
  line: DocumentLine
  zone: string
  isSmall?: boolean
}

export function DocumentRow({ line, zone, isSmall }: DocumentProps) {
  const { id, title, file, available_from, series } = line
  const downloading = useCommand(RequestSeriesDocumentDownload, {
    onSuccess: ({ requestSeriesDocumentDownload: { document_url } }) =>
      void download(document_url, file?.name ?? title),
    messages: { title: 'Download failed' },
  })
  return (
    <DocumentMaterial
      line={line}
      facts={file ? fileFacts(file) : `Opens on ${dayOf(available_from!, zone)}`}
      owner={ownerOf(series)}
      isSmall={isSmall}
      bookmark={
        <BookmarkButton
          kind="SERIES_DOCUMENT"
          id={id}
          isSaved={line.is_bookmarked}
          title={title}
          source="learning-hub"
        />
      }
      isDownloading={downloading.isPending}
      onDownload={() => void downloading.run({ doc_id: id })}
    />
  )
}

/** A part that a search found, with the lines that lead to their second. */
export function VideoRow({ line, zone }: { line: VideoLine; zone: string }) {
  const { id, index, title, duration, available_from, can_view, series } = line
  return (
    <MaterialRow
      title={can_view && series ? <Link to={partPath(series.id, id)}>{title}</Link> : title}
      facts={`Part ${index}, ${can_view ? lengthOf(duration) : `opens on ${dayOf(available_from!, zone)}`}`}
      owner={ownerOf(series)}
      poster={line.thumbnail_url}
      hits={series && <CueHits hits={line.cue_hits} pathAt={(seconds) => partPath(series.id, id, seconds)} />}
    />
  )
}
