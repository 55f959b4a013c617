import { useRef, type ReactNode } from 'react'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { minutesOf } from '#web/features/events/event-times.ts'
import type { DocumentLine } from '#web/features/events/events.queries.ts'
import { DocumentRow } from '#web/features/events/MaterialRows.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Chapters } from '#web/media/Chapters.tsx'
import { clockOf } from '#web/media/clock.ts'
import { CopyLink } from '#web/media/CopyLink.tsx'
import { resumedAt } from '#web/media/resumed-at.ts'
import { Transcript } from '#web/media/Transcript.tsx'
import { usePlayer } from '#web/media/use-player.ts'
import { useWatching, type Watched } from '#web/media/use-watching.ts'
import { VideoCle } from '#web/media/VideoCle.tsx'
import { VideoPlayer, type VideoToWatch } from '#web/media/VideoPlayer.tsx'
import page from '#web/features/events/EventPage.module.css'
import styles from '#web/features/events/Events.module.css'

interface Props extends Watched {
  title: string
  isSaved: boolean
  /** Speakers, and where it belongs. */
  line: ReactNode
  description: string
  src: string
  poster: string | null
  video: VideoToWatch
  documents: readonly DocumentLine[]
  /** From the URL; otherwise where the member stopped. */
  startAt: number | undefined
}

/** A recording with its transcript, chapters and documents. */
export function Watch({ kind, id, title, isSaved, line, description, src, poster, video, documents, startAt }: Props) {
  // Only where it stopped before this page: the position that is saved now must not move the player.
  const resumed = useRef(resumedAt(video)).current
  const { time_zone } = useUser()
  const player = usePlayer(video.duration, startAt ?? resumed)
  useWatching(player.video, { kind, id })
  const transcript = video.cues.length > 0 && <Transcript player={player} cues={video.cues} />
  return (
    <Page
      side={
        <>
          {transcript}
          {documents.length > 0 && (
            <SideNote title="Materials">
              <ul>
                {documents.map((each) => (
                  <DocumentRow key={each.id} line={each} zone={time_zone} />
                ))}
              </ul>
            </SideNote>
          )}
        </>
      }
    >
      <BackLink />
      <div className={page.stage}>
        <VideoPlayer player={player} video={video} src={src} poster={poster} title={title} />
      </div>
      <h1 className={`t-page-title ${page.eventTitle}`}>{title}</h1>
      <p className={styles.lede}>
        {line} {minutesOf(video.duration)}.
        {startAt === undefined && resumed > 0 && ` Resumed at ${clockOf(resumed)}, where you left off.`}
      </p>
      <p className={styles.acts}>
        <BookmarkButton
          kind={kind === 'event_video' ? 'EVENT_VIDEO' : 'EVENT_MAINSTAGE_SESSION'}
          id={id}
          isSaved={isSaved}
          title={title}
          source="events"
        />
        <CopyLink player={player} />
      </p>
      <VideoCle videoId={video.id} isPlaying={player.isPlaying} />
      {description && <p className={`t-reply ${page.description}`}>{description}</p>}
      <Chapters player={player} video={video} />
      <div className={page.narrow}>
        {transcript}
        {documents.length > 0 && (
          <Section title="Materials">
            <ul>
              {documents.map((each) => (
                <DocumentRow key={each.id} line={each} zone={time_zone} />
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Page>
  )
}
