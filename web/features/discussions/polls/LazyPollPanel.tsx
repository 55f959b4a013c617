import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/polls/LazyPollPanel.module.css'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'

const PollPanel = lazyWithPreload(() => import('#web/features/discussions/polls/PollPanel.tsx'))

/** Shows the options as plain text until the panel loads. Lazy, because most threads have no poll. */
export function LazyPollPanel({ thread, now }: { thread: ThreadView; now: number }) {
  const options = (
    <div className={styles.panel}>
      <ul className={styles.options}>
        {thread.poll!.options.map(({ id, title }) => (
          <li key={id} className={styles.option}>
            {title}
          </li>
        ))}
      </ul>
    </div>
  )
  return <PollPanel thread={thread} now={now} place={styles} meanwhile={options} />
}
