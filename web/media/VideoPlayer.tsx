import {
  IconBadgeCc,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import type { VideoToWatchFragment } from '#api/operations.ts'
import { RangeField } from '#web/kit/forms/Controls.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Button } from '#web/kit/Button.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { clockOf, spokenClock } from './clock.ts'
import { SPEEDS, type Player } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import styles from './VideoPlayer.module.css'

export type VideoToWatch = VideoToWatchFragment

const SKIP_SECONDS = 10
/** Width of the track in its own units. */
const TRACK = 1000
const GAP = 4

interface Props {
  player: Player
  video: VideoToWatch
  src: string
  poster: string | null
  title: string
}

/** The browser's own player with our controls: style attributes, which its libraries need, have no effect here. */
export function VideoPlayer({ player, video, src, poster, title }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [hasCaptions, setCaptions] = useState(true)
  const { duration, cues } = video
  const at = player.time * 1000
  const cue = cues.find(({ starts_at_ms, ends_at_ms }) => starts_at_ms <= at && at < ends_at_ms)
  const toggleCaptions = () => setCaptions(!hasCaptions)
  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen?.())?.catch(
      () => undefined,
    )
  usePlayerKeys(player, { duration, toggleCaptions, toggleFullScreen })
  return (
    <div ref={frame} className={styles.player} role="group" aria-label={`Video: ${title}`}>
      {/* Captions are drawn below, from the transcript. */}
      <video
        ref={player.video}
        className={styles.video}
        src={src}
        poster={poster ?? undefined}
        preload="metadata"
        playsInline
        tabIndex={-1}
        aria-label={title}
        onClick={player.toggle}
      />
      {player.hasFailed && (
        <div className={styles.failed} role="alert">
          <p>The video couldn’t be loaded. The transcript stays here.</p>
          <Button onClick={player.retry}>Try again</Button>
        </div>
      )}
      {hasCaptions && cue && (
        <p className={styles.captions} aria-hidden="true">
          <span>{cue.content}</span>
        </p>
      )}
      <Controls {...{ player, video, hasCaptions, toggleCaptions, toggleFullScreen }} />
    </div>
  )
}

interface ControlsProps extends Pick<Props, 'player' | 'video'> {
  hasCaptions: boolean
  toggleCaptions: () => void
  toggleFullScreen: () => void
}

function Controls({ player, video, hasCaptions, toggleCaptions, toggleFullScreen }: ControlsProps) {
  const { duration, cues, chapters } = video
  return (
    <div className={styles.controls}>
      <div className={styles.seek}>
        <Track
          time={player.time}
          duration={duration}
          starts={chapters.map(({ starts_at_ms }) => starts_at_ms / 1000)}
        />
        <RangeField
          label="Position"
          hidesLabel
          aria-valuetext={`${spokenClock(player.time)} of ${spokenClock(duration)}`}
          min={0}
          max={duration}
          step={1}
          value={Math.floor(player.time)}
          onChange={({ target }) => player.seek(Number(target.value))}
        />
      </div>
      <div className={styles.buttons}>
        <Control label={player.isPlaying ? 'Pause' : 'Play'} onClick={player.toggle}>
          {player.isPlaying ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        </Control>
        <Control label="Back 10 seconds" onClick={() => player.skip(-SKIP_SECONDS)}>
          <IconRewindBackward10 stroke={1.6} />
        </Control>
        <Control label="Forward 10 seconds" onClick={() => player.skip(SKIP_SECONDS)}>
          <IconRewindForward10 stroke={1.6} />
        </Control>
        <span className={styles.clock}>
          {clockOf(player.time)} of {clockOf(duration)}
        </span>
        <span className={styles.right}>
          <Speed player={player} />
          {cues.length > 0 && (
            <Control label="Captions" isPressed={hasCaptions} isFaint={!hasCaptions} onClick={toggleCaptions}>
              <IconBadgeCc stroke={1.6} />
            </Control>
          )}
          <Control label="Mute" isPressed={player.isMuted} onClick={player.mute}>
            {player.isMuted ? <IconVolumeOff stroke={1.6} /> : <IconVolume stroke={1.6} />}
          </Control>
          <Control label="Full screen" onClick={toggleFullScreen}>
            <IconMaximize stroke={1.6} />
          </Control>
        </span>
      </div>
    </div>
  )
}

interface ControlProps {
  label: string
  isPressed?: boolean
  isFaint?: boolean
  onClick: () => void
  children: ReactNode
}

const Control = ({ label, isPressed, isFaint = false, onClick, children }: ControlProps) => (
  <button
    type="button"
    className={classNames(styles.control, isFaint && styles.off)}
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
)

const Speed = ({ player }: { player: Player }) => (
  <Menu
    label="Speed"
    side="above"
    trigger={(props) => (
      <button
        type="button"
        {...props}
        className={classNames(styles.control, styles.speed)}
        aria-label={`Speed: ${player.speed}`}
      >
        {player.speed}×
      </button>
    )}
  >
    {SPEEDS.map((speed) => (
      <button
        key={speed}
        type="button"
        role="menuitemradio"
        aria-checked={speed === player.speed}
        className={menuItemClass}
        onClick={() => player.setSpeed(speed)}
      >
        {speed}×
      </button>
    ))}
  </Menu>
)

/** Chapters as segments, filled up to the position. */
function Track({ time, duration, starts }: { time: number; duration: number; starts: readonly number[] }) {
  const scale = TRACK / Math.max(1, duration)
  const begins = starts[0] === 0 ? starts : [0, ...starts]
  return (
    <svg className={styles.track} viewBox={`0 0 ${TRACK} 4`} preserveAspectRatio="none" aria-hidden="true">
      {begins.map((start, index) => {
        const x = start * scale
        const width = Math.max(0, (begins[index + 1] ?? duration) * scale - x - (index < begins.length - 1 ? GAP : 0))
        const filled = Math.min(width, Math.max(0, time * scale - x))
        return (
          <g key={start}>
            <rect x={x} width={width} height="4" className={styles.rest} />
            <rect x={x} width={filled} height="4" className={styles.done} />
          </g>
        )
      })}
    </svg>
  )
}
