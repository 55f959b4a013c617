import { Section } from '#web/kit/layout/Section.tsx'
import { clockOf } from './clock.ts'
import type { Player } from './use-player.ts'
import type { VideoToWatch } from './VideoPlayer.tsx'
import styles from './Chapters.module.css'

interface Props {
  player: Player
  video: Pick<VideoToWatch, 'chapters' | 'duration'>
}

/** The chapters of a video; each leads to its second. */
export function Chapters({ player, video: { chapters, duration } }: Props) {
  if (chapters.length === 0) return null
  const at = player.time * 1000
  const current = chapters.findLastIndex(({ starts_at_ms }) => starts_at_ms <= at)
  return (
    <Section title="Chapters">
      <ol>
        {chapters.map(({ starts_at_ms, title }, index) => (
          <li key={starts_at_ms} className={styles.chapter} aria-current={index === current || undefined}>
            <button
              type="button"
              onClick={() => {
                player.seek(starts_at_ms / 1000)
                player.play()
              }}
            >
              <span className={styles.time}>{clockOf(starts_at_ms / 1000)}</span>
              <span className={styles.title}>{title}</span>
              <span className={styles.length}>
                {clockOf((chapters[index + 1]?.starts_at_ms ?? duration * 1000) / 1000 - starts_at_ms / 1000)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Section>
  )
}
