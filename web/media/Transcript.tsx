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
  const found = useMemo(() => (words === '' ? [] : placesOf(cues, words)), [cues, words])
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
  return (
    <section className={styles.transcript} aria-label="Transcript">
      <h2 className={styles.heading}>Transcript</h2>
      <SearchLine
        text={search}
        place={Math.max(0, chosen) + 1}
        count={found.length}
        onChange={(text) => {
          setSearch(text)
          setChosen(-1)
        }}
        onStep={(step) => show((chosen + found.length + step) % found.length)}
      />
      <ol
        ref={list}
        className={styles.lines}
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        {cues.map((cue) => (
          <Line
            key={cue.place}
            cue={cue}
            words={words}
            isCurrent={cue.place === current}
            isChosen={found[chosen] === cue.place}
            onChoose={() => {
              setFollowing(true)
              player.seek(cue.starts_at_ms / 1000)
              player.play()
            }}
          />
        ))}
      </ol>
      <Button look="bare" aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
        <IconFocusCentered stroke={1.6} aria-hidden />
        Follow the speaker
      </Button>
    </section>
  )
}

const placesOf = (cues: Props['cues'], words: string) =>
  cues.filter(({ content }) => content.toLowerCase().includes(words)).map(({ place }) => place)

interface SearchLineProps {
  text: string
  /** Of the found lines, the one that is shown, from 1. */
  place: number
  count: number
  onChange: (text: string) => void
  onStep: (step: 1 | -1) => void
}

/** Enter goes on to the next line, with Shift to the one before. */
function SearchLine({ text, place, count, onChange, onStep }: SearchLineProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || count === 0) return
    event.preventDefault()
    onStep(event.shiftKey ? -1 : 1)
  }
  return (
    <div className={styles.search} role="search">
      <SearchInput
        label="Search the transcript"
        placeholder="Search what is said"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status">{text.trim() === '' ? '' : count === 0 ? 'None' : `${place} of ${count}`}</span>
    </div>
  )
}

interface LineProps {
  cue: VideoToWatch['cues'][number]
  words: string
  isCurrent: boolean
  /** The line that the search is at. */
  isChosen: boolean
  onChoose: () => void
}

const Line = ({ cue, words, isCurrent, isChosen, onChoose }: LineProps) => (
  <li data-place={cue.place} aria-current={isCurrent || undefined}>
    <button type="button" onClick={onChoose}>
      <span className={styles.time}>{clockOf(cue.starts_at_ms / 1000)}</span>
      <span className={isChosen ? styles.chosen : undefined}>
        {cue.speaker && <b>{cue.speaker} </b>}
        <Marked text={cue.content} words={words} />
      </span>
    </button>
  </li>
)

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
