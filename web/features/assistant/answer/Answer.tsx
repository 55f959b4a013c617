import { IconChevronLeft, IconChevronRight, IconIndentIncrease } from '@tabler/icons-react'
import { useState } from 'react'
import { AnswerActions } from '#web/features/assistant/answer/AnswerActions.tsx'
import styles from '#web/features/assistant/answer/Answer.module.css'
import { Abstained, type AskPeers } from '#web/features/assistant/answer/Abstained.tsx'
import { People } from '#web/features/assistant/answer/People.tsx'
import { Sentences } from '#web/features/assistant/answer/Sentences.tsx'
import { useRegenerate } from '#web/features/assistant/answer/use-regenerate.ts'
import type { AIMessage, Source, Version } from '#web/features/assistant/assistant.queries.ts'
import { FALLBACK, leftOutLine, readingLine, versionsOf, type Turn } from '#web/features/assistant/assistant-texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { AttachmentList } from '#web/writing/content/AttachmentList.tsx'

interface Props {
  turn: Turn
  /** Of the conversation. */
  isLast: boolean
  /** Its people are in the side column too. */
  isActive: boolean
  sources: readonly Source[]
  chosenSources: readonly string[]
  onAskAgain: () => void
  onAskPeers: AskPeers
}

/** A question and its answer. */
export function QuestionAndAnswer({ turn: { question, answer }, ...rest }: Props) {
  return (
    <article className={styles.turn} aria-labelledby={`question-${question.id}`}>
      <h2 id={`question-${question.id}`} className={styles.question}>
        {question.content}
      </h2>
      <AttachmentList attachments={question.attachments.map((file) => ({ ...file, thumbnail_url: null }))} />
      {answer && <Answer key={question.id} question={question} answer={answer} {...rest} />}
    </article>
  )
}

interface AnswerProps extends Omit<Props, 'turn'> {
  question: AIMessage
  answer: AIMessage
}

function Answer({ question, answer, isLast, isActive, sources, chosenSources, onAskAgain, onAskPeers }: AnswerProps) {
  const versions = versionsOf(answer)
  const [chosen, setChosen] = useState<number | null>(null)
  const regenerate = useRegenerate(answer, chosenSources, () => {
    setChosen(null)
    onAskAgain()
  })
  const place = chosen === null ? -1 : versions.findIndex(({ id }) => id === chosen)
  const at = place === -1 ? versions.length - 1 : place
  const shown = versions[at]!
  const isCurrent = shown.id === answer.id
  const isWriting = shown.state === 'writing'
  return (
    <div ref={regenerate.focus} tabIndex={-1} className={styles.answer}>
      <Reading answer={shown} sources={sources} />
      <Sentences answer={shown} />
      {shown.is_abstained && (
        <Abstained
          question={question.content}
          threads={shown.related_threads}
          isLast={isLast}
          onAskPeers={onAskPeers}
        />
      )}
      <Notes answer={shown} onAgain={isCurrent ? regenerate.run : undefined} />
      {versions.length > 1 && (
        <Versions at={at} count={versions.length} onChange={(next) => setChosen(versions[next]!.id)} />
      )}
      {!isWriting && (
        <AnswerActions
          key={shown.id}
          question={question.content}
          answer={shown}
          again={isCurrent ? regenerate : undefined}
        />
      )}
      <People people={shown.people} className={isActive ? styles.peopleBelow : undefined} />
    </div>
  )
}

/** What was read, folded. */
function Reading({ answer, sources }: { answer: Version; sources: readonly Source[] }) {
  const line = readingLine(answer.thinking_steps)
  if (answer.state === 'writing') return <p className={styles.reading}>{line ?? 'Reading what members wrote'}…</p>
  if (line === null) return null
  const places = sources.filter(({ key }) => answer.sources.includes(key)).map(({ name }) => name)
  return (
    <details className={styles.steps}>
      <summary className={styles.reading}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
        {line}
      </summary>
      <ul>
        {answer.thinking_steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        {places.length > 0 && <li>Sources: {places.join(', ')}</li>}
        {answer.model && <li>Model: {answer.model.name}</li>}
      </ul>
    </details>
  )
}

/** What is missing from the answer, and why. */
function Notes({ answer, onAgain }: { answer: Version; onAgain: (() => void) | undefined }) {
  const { state, is_fallback, num_left_out, sentences } = answer
  const [fact, reason] = leftOutLine(num_left_out)
  const isGone = sentences.some(({ content }) => content === null)
  const again = onAgain && (
    <Button look="quiet" onClick={onAgain}>
      Answer again
    </Button>
  )
  return (
    <>
      {num_left_out > 0 && (
        <p className={styles.leftOut}>
          <IconIndentIncrease size={18} stroke={1.6} aria-hidden />
          <span>
            <b>{fact}</b> {reason}
          </span>
        </p>
      )}
      {is_fallback && <p className={styles.note}>{FALLBACK}</p>}
      {isGone && (
        <div className={styles.note}>
          <span>You can no longer read all of the sources.</span> {again}
        </div>
      )}
      {state === 'stopped' && (
        <div className={styles.note}>
          <span>This answer was stopped before its end.</span> {!isGone && again}
        </div>
      )}
      {state === 'failed' && (
        <div role="alert" className={styles.note}>
          <span>The answer couldn’t be finished. Your question is saved.</span> {!isGone && again}
        </div>
      )}
    </>
  )
}

interface VersionsProps {
  at: number
  count: number
  onChange: (at: number) => void
}

const Versions = ({ at, count, onChange }: VersionsProps) => (
  <div role="group" aria-label="Versions of this answer" className={styles.versions}>
    <Button
      look="bare"
      aria-label="Earlier version"
      aria-disabled={at === 0 || undefined}
      onClick={() => onChange(Math.max(0, at - 1))}
    >
      <IconChevronLeft aria-hidden />
    </Button>
    <span role="status">
      {at + 1} of {count}
    </span>
    <Button
      look="bare"
      aria-label="Later version"
      aria-disabled={at === count - 1 || undefined}
      onClick={() => onChange(Math.min(count - 1, at + 1))}
    >
      <IconChevronRight aria-hidden />
    </Button>
  </div>
)
