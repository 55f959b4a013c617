import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import {
  OTHER_OPTION,
  POLL_DAYS_MOST,
  POLL_OPTIONS_LEAST,
  POLL_OPTIONS_MOST,
  POLL_OPTION_LENGTH,
} from '#shared/polls.ts'
import { dayKey } from '#shared/kit/dates.ts'
import type { PollDraft } from '#web/features/discussions/drafts.ts'
import styles from '#web/features/discussions/NewThreadKinds.module.css'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  poll: PollDraft
  timeZone: string
  onChange: (poll: PollDraft) => void
}

const DAY_MS = 86_400_000

export const EMPTY_POLL: PollDraft = {
  options: Array.from({ length: POLL_OPTIONS_LEAST }, () => ''),
  allow_other: false,
  can_change_vote: false,
  end_day: '',
}

/** The end of the day chosen, where the member is. */
export const endOf = ({ end_day }: PollDraft): string | null => {
  const end = new Date(`${end_day}T23:59:59`)
  return end_day === '' || Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** The options of a poll and how it is held. */
export function PollFields({ poll, timeZone, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { options } = poll
  const focus = (place: number) =>
    // After the field stands in its new place.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[place]?.focus())
  const write = (next: string[]) => onChange({ ...poll, options: next })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return
    const next = [...options]
    next.splice(to, 0, ...next.splice(from, 1))
    write(next)
    focus(to)
  }
  const add = () => {
    if (options.length >= POLL_OPTIONS_MOST) return
    write([...options, ''])
    focus(options.length)
  }
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(place, place + (event.key === 'ArrowUp' ? -1 : 1))
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (place === options.length - 1) add()
      else focus(place + 1)
    }
  }
  const today = Date.now()
  return (
    <fieldset className={styles.poll}>
      <legend>Options</legend>
      <ol ref={list} className={styles.options}>
        {options.map((option, place) => (
          <li key={place}>
            <input
              aria-label={`Option ${place + 1}`}
              aria-description="Alt and an arrow key move it."
              placeholder={`Option ${place + 1}`}
              maxLength={POLL_OPTION_LENGTH}
              value={option}
              onChange={(event) => write(options.map((each, at) => (at === place ? event.target.value : each)))}
              onKeyDown={(event) => onKeyDown(event, place)}
            />
            <button
              type="button"
              aria-label={`Move option ${place + 1} up`}
              disabled={place === 0}
              onClick={() => move(place, place - 1)}
            >
              <IconArrowUp size={16} stroke={1.6} aria-hidden />
            </button>
            <button
              type="button"
              aria-label={`Move option ${place + 1} down`}
              disabled={place === options.length - 1}
              onClick={() => move(place, place + 1)}
            >
              <IconArrowDown size={16} stroke={1.6} aria-hidden />
            </button>
            <button
              type="button"
              aria-label={`Remove option ${place + 1}`}
              disabled={options.length <= POLL_OPTIONS_LEAST}
              onClick={() => {
                write(options.filter((_, at) => at !== place))
                focus(Math.min(place, options.length - 2))
              }}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <Button look="bare" disabled={options.length >= POLL_OPTIONS_MOST} onClick={add}>
        <IconPlus aria-hidden />
        Add an option
      </Button>
      <div className={styles.rules}>
        <label>
          <input
            type="checkbox"
            checked={poll.allow_other}
            onChange={(event) => onChange({ ...poll, allow_other: event.target.checked })}
          />
          Add “{OTHER_OPTION}”, with a field for words
        </label>
        <label>
          <input
            type="checkbox"
            checked={poll.can_change_vote}
            onChange={(event) => onChange({ ...poll, can_change_vote: event.target.checked })}
          />
          Members may change their vote until it closes
        </label>
        <label>
          Closes at the end of
          <input
            type="date"
            min={dayKey(today, timeZone)}
            max={dayKey(today + (POLL_DAYS_MOST - 1) * DAY_MS, timeZone)}
            value={poll.end_day}
            onChange={(event) => onChange({ ...poll, end_day: event.target.value })}
          />
        </label>
        <p>
          Without a day it stays open. Members see the results once they have voted, or when it has closed. You and
          staff see who voted for what.
        </p>
      </div>
    </fieldset>
  )
}
