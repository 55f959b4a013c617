import { IconLink } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { END_SHARE } from '#shared/materials.ts'
import { minutesOf } from '#web/features/events/event-times.ts'
import type { DocumentLine } from '#web/features/events/events.queries.ts'
import { DocumentRow } from '#web/features/events/MaterialRows.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { clockOf } from '#web/media/clock.ts'
import { Transcript } from '#web/media/Transcript.tsx'
import { usePlayer, type Player } from '#web/media/use-player.ts'
import { useWatching, type Watched } from '#web/media/use-watching.ts'
import { VideoCle } from '#web/media/VideoCle.tsx'
import { VideoPlayer, type VideoToWatch } from '#web/media/VideoPlayer.tsx'
import page from '#web/features/events/EventPage.module.css'
import styles from '#web/features/events/Events.module.css'

interface Props extends Watched {
  title: string
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

const FEW_SECONDS = 5

/** Where to begin: not in the first words, and not in the last. */
function resumedAt({ progress, duration }: VideoToWatch): number {
  const position = progress?.position ?? 0
  return position > FEW_SECONDS && position < duration * END_SHARE ? position : 0
}

/** A recording with its transcript, chapters and documents. */
export function Watch({ kind, id, title, line, description, src, poster, video, documents, startAt }: Props) {
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

function CopyLink({ player }: { player: Player }) {
  const copy = () => {
    const address = new URL(location.href)
    address.searchParams.set('t', String(Math.floor(player.time)))
    void navigator.clipboard.writeText(address.href).then(
      () => toast.success('Link copied', 'It opens at this second, for members who may watch.'),
      () => toast.info('We couldn’t copy the link', address.href),
    )
  }
  return (
    <Button look="bare" onClick={copy}>
      <IconLink stroke={1.6} aria-hidden />
      Copy link at {clockOf(player.time)}
    </Button>
  )
}

function Chapters({ player, video: { chapters, duration } }: { player: Player; video: VideoToWatch }) {
  if (chapters.length === 0) return null
  const at = player.time * 1000
  const current = chapters.findLastIndex(({ starts_at_ms }) => starts_at_ms <= at)
  return (
    <Section title="Chapters">
      <ol>
        {chapters.map(({ starts_at_ms, title }, index) => (
          <li key={starts_at_ms} className={page.chapter} aria-current={index === current || undefined}>
            <button
              type="button"
              onClick={() => {
                player.seek(starts_at_ms / 1000)
                player.play()
              }}
            >
              <span className={styles.time}>{clockOf(starts_at_ms / 1000)}</span>
              <span className={styles.materialTitle}>{title}</span>
              <span className={styles.facts}>
                {clockOf((chapters[index + 1]?.starts_at_ms ?? duration * 1000) / 1000 - starts_at_ms / 1000)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Section>
  )
}
