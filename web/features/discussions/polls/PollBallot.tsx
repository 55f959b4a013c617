import { useState, type FormEvent } from 'react'
import { POLL_TEXT_LENGTH, voteTextProblem } from '#shared/polls.ts'
import type { PollStyles } from '#web/features/discussions/polls/poll-styles.ts'
import type { PollView } from '#web/features/discussions/polls/polls.queries.ts'
import styles from '#web/features/discussions/polls/PollPanel.module.css'
import { classNames } from '#web/kit/class-names.ts'
import { InlineField } from '#web/kit/forms/InlineField.tsx'
import { RadioButton } from '#web/kit/forms/RadioButton.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  place: PollStyles
  poll: PollView
  topic: string
  isSending: boolean
  /** Initial selection: the current vote, or one that failed to send. */
  begun: { option_id: number; text: string | null } | null
  onVote: (optionId: number, text: string | null) => void
}

/** The options as radio buttons. No result bars: other votes must not influence the member. */
export function PollBallot({ place, poll, topic, isSending, begun, onVote }: Props) {
  const [chosen, setChosen] = useState<number | null>(begun?.option_id ?? null)
  const [text, setText] = useState(begun?.text ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const option = poll.options.find(({ id }) => id === chosen)
  const choose = (id: number) => {
    setChosen(id)
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = option?.is_other ? text : ''
    const found = option ? voteTextProblem(option.is_other, words) : 'Choose an option first.'
    setProblem(found)
    if (found === null && !isSending) onVote(option!.id, option!.is_other ? words : null)
  }
  return (
    <form onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend className={poll.title === topic ? 'visually-hidden' : `t-section ${styles.title}`}>{poll.title}</legend>
        <div className={place.options}>
          {poll.options.map(({ id, title, is_other }) => (
            <div key={id}>
              <RadioButton
                className={classNames(place.option, styles.choice, id === chosen && styles.chosen)}
                name={`poll-${poll.id}`}
                checked={id === chosen}
                onChange={() => choose(id)}
              >
                <span className={styles.words}>{title}</span>
              </RadioButton>
              {is_other && id === chosen && (
                <InlineField
                  label="Your answer"
                  className={styles.other}
                  placeholder="Your answer"
                  maxLength={POLL_TEXT_LENGTH}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </div>
          ))}
        </div>
      </fieldset>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button type="submit" aria-disabled={isSending}>
          Vote
        </Button>
      </div>
    </form>
  )
}
