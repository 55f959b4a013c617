import { useState } from 'react'
import styles from '#web/features/assistant/answer/Answer.module.css'
import type { Version } from '#web/features/assistant/assistant.queries.ts'
import { ABSTAINED, abstainedLine, showThreads } from '#web/features/assistant/assistant-texts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { openInFront } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Opens the form of a new discussion with the question. Returns the draft that is already there, unless it is replaced. */
export type AskPeers = (question: string, replacing?: boolean) => string | null

interface Props {
  question: string
  threads: Version['related_threads']
  isLast: boolean
  onAskPeers: AskPeers
}

/** No answer is an answer of its own: what was found, and who to ask. */
export function Abstained({ question, threads, isLast, onAskPeers }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<string | null>(null)
  return (
    <div className={styles.abstained}>
      <h3>{ABSTAINED}</h3>
      <p>{abstainedLine(threads.length)}</p>
      {begun === null ? (
        <div className={styles.ways}>
          <Button look={isLast ? 'filled' : 'quiet'} onClick={() => setBegun(onAskPeers(question))}>
            Ask your peers
          </Button>
          {threads.length > 0 && (
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {showThreads(threads.length)}
            </Button>
          )}
        </div>
      ) : (
        <ConfirmForm
          question={`You have a draft of a discussion: “${begun}” Replace it with this question?`}
          confirm="Replace the draft"
          cancel="Keep the draft"
          onConfirm={() => onAskPeers(question, true)}
          onCancel={() => setBegun(null)}
        />
      )}
      {isOpen && <RelatedThreads threads={threads} />}
    </div>
  )
}

function RelatedThreads({ threads }: { threads: Version['related_threads'] }) {
  const { time_zone } = useUser()
  return (
    <ul className={styles.threads}>
      {threads.map(({ id, topic, pub_date, num_of_responses: replies }) => (
        <li key={id}>
          <a href={`${ROUTES.feed}/${id}`} onClick={openInFront}>
            {topic}
          </a>
          <span className="t-meta">
            {counted(replies, 'reply', 'replies')}. {dayOf(pub_date, time_zone)}
          </span>
        </li>
      ))}
    </ul>
  )
}
