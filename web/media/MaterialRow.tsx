/** Documents, videos and sessions of events and series, as rows of lists. */
import type { ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Excerpt } from '#web/platform/search/Excerpt.tsx'
import { clockOf } from '#web/media/clock.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './MaterialRow.module.css'

interface Owner {
  title: string
  path: string
}

interface RowProps {
  title: ReactNode
  facts: string
  /** The event or the series, where the list does not say it. */
  owner?: Owner | undefined
  poster?: string | null
  /** What a search found in it. */
  hits?: ReactNode
  /** In a side column. */
  isSmall?: boolean | undefined
  /** What can be done with it. */
  children?: ReactNode
}

export const MaterialRow = ({ title, facts, owner, poster, hits, isSmall, children }: RowProps) => (
  <li className={classNames(styles.row, isSmall && styles.small)}>
    {poster && (
      <img className={styles.poster} src={poster} alt="" width={112} height={63} loading="lazy" decoding="async" />
    )}
    <div className={styles.about}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.facts}>
        {facts}
        {owner && (
          <>
            . <Link to={owner.path}>{owner.title}</Link>
          </>
        )}
      </p>
      {hits}
    </div>
    {children}
  </li>
)

interface DocumentProps extends Pick<RowProps, 'facts' | 'owner' | 'isSmall'> {
  line: {
    title: string
    url?: string | null
    file: { file_type: string } | null
    page_hits?: readonly { label: string; number: number; excerpt: string }[] | null
  }
  bookmark: ReactNode
  isDownloading: boolean
  onDownload: () => void
}

/** A PDF opens in the browser; anything that may be opened can be downloaded. */
export const DocumentMaterial = ({ line, bookmark, isDownloading, onDownload, ...row }: DocumentProps) => {
  const { title, url, file, page_hits } = line
  const opens = url && file?.file_type === 'application/pdf'
  return (
    <MaterialRow
      {...row}
      title={
        opens ? (
          <a href={url} target="_blank" rel="noreferrer">
            {title}
          </a>
        ) : (
          title
        )
      }
      hits={page_hits?.map(({ label, number, excerpt }) => (
        <p key={number} className={styles.hit}>
          {label} {number}: <Excerpt text={excerpt} />
        </p>
      ))}
    >
      {bookmark}
      {url && (
        <Button look="bare" aria-label={`Download ${title}`} aria-disabled={isDownloading} onClick={onDownload}>
          Download
        </Button>
      )}
    </MaterialRow>
  )
}

interface CueProps {
  hits: readonly { starts_at_ms: number; excerpt: string }[] | null | undefined
  pathAt: (seconds: number) => string
}

/** The lines that were said, each with a link to its second. */
export const CueHits = ({ hits, pathAt }: CueProps) =>
  hits?.map(({ starts_at_ms, excerpt }) => (
    <p key={starts_at_ms} className={styles.hit}>
      <Link to={pathAt(starts_at_ms / 1000)}>{clockOf(starts_at_ms / 1000)}</Link> <Excerpt text={excerpt} />
    </p>
  ))
