import { IconChevronDown, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useContext, useId, useState, type ReactNode } from 'react'
import { GetThreadSummary, type GetThreadSummaryQuery } from '#api/operations.ts'
import { SUMMARIZED_FROM } from '#shared/assistant.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/summary/ThreadSummary.module.css'
import { useSummaries } from '#web/features/discussions/summary/use-summaries.ts'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { LayerContext, openInFront } from '#web/platform/navigation/navigation.ts'

interface Props {
  thread: ThreadView
  /** Only what was said since then; null: all replies. */
  since: string | null
}

/**
 * Sentences of replies that say most of what was said: of all above long discussions, on request; of the new ones above
 * them, at once.
 */
export function ThreadSummary({ thread, since }: Props) {
  const id = useId()
  const isOn = useSummaries()
  const [isOpen, setOpen] = useState(since !== null)
  const isSummarized = isOn && thread.num_of_responses >= SUMMARIZED_FROM
  const summary = useQuery({
    ...operationQuery(GetThreadSummary, { thread_id: thread.id, since }),
    enabled: isOpen && isSummarized,
  })
  if (!isSummarized) return null
  return (
    <section
      className={styles.summary}
      aria-label={since === null ? 'Summary of the replies' : 'Summary of the new replies'}
    >
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconSparkles size={18} stroke={1.6} aria-hidden />
        <b>{since === null ? 'What was said' : 'What was said since your last visit'}</b>
        <IconChevronDown size={18} stroke={1.6} aria-hidden />
      </button>
      <div id={id} hidden={!isOpen}>
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
            <q>{content}</q> <ReplyLink url={url}>{author_name ?? 'Anonymous member'}</ReplyLink>
          </li>
        ))}
      </ol>
      <p className={styles.state}>Members’ own sentences, chosen by the assistant. Open a name to read the reply.</p>
    </>
  )
}

/** Goes to a reply of this thread: on its page by the fragment, over a list without closing what is in front. */
function ReplyLink({ url, children }: { url: string; children: ReactNode }) {
  const isInFront = useContext(LayerContext)
  return isInFront ? (
    <a href={new URL(url, location.origin).pathname + url.slice(url.indexOf('#'))} onClick={openInFront}>
      {children}
    </a>
  ) : (
    <a href={url.slice(url.indexOf('#'))}>{children}</a>
  )
}
