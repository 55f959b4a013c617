import { useQuery } from '@tanstack/react-query'
import { GetThreadSummary } from '#api/operations.ts'
import styles from '#web/features/discussions/summary/SaidBefore.module.css'
import { useSummaries } from '#web/features/discussions/summary/use-summaries.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

interface Props {
  threadId: number
  /** The topic that is being written. */
  about: string
}

/** Sentences of a discussion's replies, those with words of the topic first. Shows nothing if there are none. */
export function SaidBefore({ threadId, about }: Props) {
  const isOn = useSummaries()
  const { data } = useQuery({
    ...operationQuery(GetThreadSummary, { thread_id: threadId, about }),
    enabled: isOn,
  })
  if (!data || data.thread_summary.length === 0) return null
  return (
    <ul className={styles.said} aria-label="What members replied">
      {data.thread_summary.map(({ message_id, content, author_name, url }) => (
        <li key={message_id}>
          <q>{content}</q>{' '}
          <a href={url} data-thread={threadId}>
            {author_name ?? 'Anonymous member'}
          </a>
        </li>
      ))}
    </ul>
  )
}
