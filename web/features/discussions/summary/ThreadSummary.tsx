import { IconChevronDown, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { GetThreadSummary, type GetThreadSummaryQuery } from '#api/operations.ts'
import { SUMMARIZED_FROM } from '#shared/assistant.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/summary/ThreadSummary.module.css'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useFeature } from '#web/platform/session/features.ts'

/** Fewer are read faster than their summary. */
const NEW_REPLIES = 3

interface Props {
  thread: ThreadView
  /** When the viewer last read the thread before now. */
  readUntil: string | null
}

/** Above long discussions: sentences of replies that say most of what was said, of all or of what is new. */
export function ThreadSummary({ thread, readUntil }: Props) {
  const id = useId()
  const isOn = useFeature('ai_assistant')
  const [isOpen, setOpen] = useState(false)
  const [isNewOnly, setNewOnly] = useState(false)
  const since = isNewOnly ? readUntil : null
  const summary = useQuery({ ...operationQuery(GetThreadSummary, { thread_id: thread.id, since }), enabled: isOpen })
  if (!isOn || thread.num_of_responses < SUMMARIZED_FROM) return null
  const newReplies = thread.messages.filter(
    ({ pub_date, is_original_message, is_private }) =>
      readUntil !== null && pub_date > readUntil && !is_original_message && !is_private,
  ).length
  return (
    <section className={styles.summary} aria-label="Summary of the replies">
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconSparkles size={18} stroke={1.6} aria-hidden />
        <b>What was said</b>
        <IconChevronDown size={18} stroke={1.6} aria-hidden />
      </button>
      <div id={id} hidden={!isOpen}>
        {newReplies >= NEW_REPLIES && (
          <div className={styles.range} role="group" aria-label="Replies">
            <Button aria-pressed={!isNewOnly} onClick={() => setNewOnly(false)}>
              All replies
            </Button>
            <Button aria-pressed={isNewOnly} onClick={() => setNewOnly(true)}>
              Since you last read
            </Button>
          </div>
        )}
        {summary.isPending && isOpen && <p className={styles.state}>Reading the replies…</p>}
        {summary.isError && (
          <p className={styles.state} role="alert">
            We couldn’t summarize the replies. <Button onClick={() => void summary.refetch()}>Try again</Button>
          </p>
        )}
        {summary.data && <Sentences sentences={summary.data.thread_summary} />}
      </div>
    </section>
  )
}

function Sentences({ sentences }: { sentences: GetThreadSummaryQuery['thread_summary'] }) {
  if (sentences.length === 0) return <p className={styles.state}>The replies have too little in common to summarize.</p>
  return (
    <>
      <ol className={styles.sentences}>
        {sentences.map(({ message_id, content, author_name, url }) => (
          <li key={message_id}>
            <q>{content}</q> <a href={url.slice(url.indexOf('#'))}>{author_name ?? 'Anonymous member'}</a>
          </li>
        ))}
      </ol>
      <p className={styles.state}>Members’ own sentences, chosen by the assistant. Open a name to read the reply.</p>
    </>
  )
}
