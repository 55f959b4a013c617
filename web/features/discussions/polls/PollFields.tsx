import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { OTHER_OPTION, POLL_DAYS_MOST, MIN_POLL_OPTIONS, MAX_POLL_OPTIONS, POLL_OPTION_LENGTH } from '#shared/polls.ts'
import { dayKey } from '#shared/kit/dates.ts'
import type { PollDraft } from '#web/features/discussions/polls/poll-draft.ts'
import styles from '#web/features/discussions/new-thread/NewThreadKinds.module.css'
import { Checkbox, DateInput } from '#web/kit/forms/Controls.tsx'
import { InlineField } from '#web/kit/forms/InlineField.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  poll: PollDraft
  timeZone: string
  onChange: (poll: PollDraft) => void
}

const DAY_MS = 86_400_000

export const EMPTY_POLL: PollDraft = {
  options: Array.from({ length: MIN_POLL_OPTIONS }, () => ''),
  allow_other: false,
  can_change_vote: false,
  end_day: '',
}

/** Edits the options by keyboard: Enter adds or goes to the next, Alt with an arrow key moves one. */
function useOptions({ poll, onChange }: Pick<Props, 'poll' | 'onChange'>) {
  const list = useRef<HTMLOListElement>(null)
  const { options } = poll
  const focus = (place: number) => list.current?.querySelectorAll<HTMLInputElement>('input')[place]?.focus()
  const write = (next: string[]) => onChange({ ...poll, options: next })
  // Flush now: otherwise keys typed before the next render go to another option.
  const writeAndFocus = (next: string[], place: number) => {
    flushSync(() => write(next))
    focus(place)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return
    const next = [...options]
    next.splice(to, 0, ...next.splice(from, 1))
    writeAndFocus(next, to)
  }
  const add = () => {
    if (options.length >= MAX_POLL_OPTIONS) return
    writeAndFocus([...options, ''], options.length)
  }
  const remove = (place: number) =>
    writeAndFocus(
      options.filter((_, at) => at !== place),
      Math.min(place, options.length - 2),
    )
  const set = (place: number, text: string) => write(options.map((each, at) => (at === place ? text : each)))
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
  return { list, move, add, remove, set, onKeyDown }
}

/** The options and settings of a new poll. */
export function PollFields({ poll, timeZone, onChange }: Props) {
  const { options } = poll
  const { list, move, add, remove, set, onKeyDown } = useOptions({ poll, onChange })
  return (
    <fieldset className={styles.poll}>
      <legend>Options</legend>
      <ol ref={list} className={styles.options}>
        {options.map((option, place) => (
          <li key={place}>
            <InlineField
              label={`Option ${place + 1}`}
              aria-description="Press Alt and an arrow key to move this option."
              placeholder={`Option ${place + 1}`}
              maxLength={POLL_OPTION_LENGTH}
              value={option}
              onChange={(event) => set(place, event.target.value)}
              onKeyDown={(event) => onKeyDown(event, place)}
            />
            <OptionButtons
              place={place}
              count={options.length}
              onMove={(to) => move(place, to)}
              onRemove={() => remove(place)}
            />
          </li>
        ))}
      </ol>
      <Button look="bare" disabled={options.length >= MAX_POLL_OPTIONS} onClick={add}>
        <IconPlus aria-hidden />
        Add option
      </Button>
      <PollRules poll={poll} timeZone={timeZone} onChange={onChange} />
    </fieldset>
  )
}

interface ButtonsProps {
  place: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function OptionButtons({ place, count, onMove, onRemove }: ButtonsProps) {
  const name = `option ${place + 1}`
  return (
    <>
      <button type="button" aria-label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(place - 1)}>
        <IconArrowUp size={16} stroke={1.6} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <IconArrowDown size={16} stroke={1.6} aria-hidden />
      </button>
      <button type="button" aria-label={`Remove ${name}`} disabled={count <= MIN_POLL_OPTIONS} onClick={onRemove}>
        <IconX size={16} stroke={1.6} aria-hidden />
      </button>
    </>
  )
}

function PollRules({ poll, timeZone, onChange }: Props) {
  const [today] = useState(() => Date.now())
  return (
    <div className={styles.rules}>
      <Checkbox
        label={`Add “${OTHER_OPTION}” with a text field`}
        checked={poll.allow_other}
        onChange={(event) => onChange({ ...poll, allow_other: event.target.checked })}
      />
      <Checkbox
        label="Members can change their vote until the poll closes"
        checked={poll.can_change_vote}
        onChange={(event) => onChange({ ...poll, can_change_vote: event.target.checked })}
      />
      <DateInput
        label="Closes at the end of the day on"
        min={dayKey(today, timeZone)}
        max={dayKey(today + (POLL_DAYS_MOST - 1) * DAY_MS, timeZone)}
        value={poll.end_day}
        onChange={(event) => onChange({ ...poll, end_day: event.target.value })}
      />
      <p>
        Without a date, the poll stays open. Members see the results after they vote, or once the poll closes. Only you
        and staff can see how each member voted.
      </p>
    </div>
  )
}
