import { IconFocusCentered } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'
import { clockOf } from './clock.ts'
import type { Player } from './use-player.ts'
import type { VideoToWatch } from './VideoPlayer.tsx'
import styles from './Transcript.module.css'

interface Props {
  player: Player
  cues: VideoToWatch['cues']
}

/** What is said, line by line: searchable, and each line leads to its second. */
export function Transcript({ player, cues }: Props) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isFollowing, setFollowing] = useState(true)
  const list = useRef<HTMLOListElement>(null)
  const words = search.trim().toLowerCase()
  const found = useMemo(
    () =>
      words === '' ? [] : cues.filter(({ content }) => content.toLowerCase().includes(words)).map(({ place }) => place),
    [cues, words],
  )
  const at = player.time * 1000
  const current = cues.findLast(({ starts_at_ms }) => starts_at_ms <= at)?.place

  useEffect(() => {
    if (isFollowing && current !== undefined) scrollTo(list.current, current)
  }, [isFollowing, current])

  const show = (index: number) => {
    setChosen(index)
    setFollowing(false)
    if (found[index] !== undefined) scrollTo(list.current, found[index])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || found.length === 0) return
    event.preventDefault()
    show((chosen + (event.shiftKey ? found.length - 1 : 1)) % found.length)
  }
  return (
    <section className={styles.transcript} aria-label="Transcript">
      <h2 className={styles.heading}>Transcript</h2>
      <div className={styles.search} role="search">
        <SearchInput
          label="Search the transcript"
          placeholder="Search what is said"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setChosen(-1)
          }}
          onKeyDown={onKeyDown}
        />
        <span role="status">
          {words === '' ? '' : found.length === 0 ? 'None' : `${Math.max(0, chosen) + 1} of ${found.length}`}
        </span>
      </div>
      <ol
        ref={list}
        className={styles.lines}
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        {cues.map((cue) => (
          <li key={cue.place} data-place={cue.place} aria-current={cue.place === current || undefined}>
            <button
              type="button"
              onClick={() => {
                setFollowing(true)
                player.seek(cue.starts_at_ms / 1000)
                player.play()
              }}
            >
              <span className={styles.time}>{clockOf(cue.starts_at_ms / 1000)}</span>
              <span className={found[chosen] === cue.place ? styles.chosen : undefined}>
                {cue.speaker && <b>{cue.speaker} </b>}
                <Marked text={cue.content} words={words} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Button look="bare" aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
        <IconFocusCentered stroke={1.6} aria-hidden />
        Follow the speaker
      </Button>
    </section>
  )
}

/** Scrolls the list only: the page and the player stay. */
function scrollTo(list: HTMLOListElement | null, place: number): void {
  const line = list?.querySelector<HTMLElement>(`[data-place="${place}"]`)
  if (list && line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3
}

function Marked({ text, words }: { text: string; words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words)
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  )
}
