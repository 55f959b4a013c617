import { Suspense, lazy, useEffect, useState } from 'react'
import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import styles from '#web/features/discussions/Poll.module.css'

const PollPanel = lazy(() => import('#web/features/discussions/PollPanel.tsx'))

/** The options can be read at once, and chosen when the panel is loaded: most threads have none. */
export function PollPlace({ thread, now }: { thread: ThreadView; now: number }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const still = (
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
  return isReady ? (
    <Suspense fallback={still}>
      <PollPanel poll={thread.poll!} author={thread.author} topic={thread.topic} now={now} />
    </Suspense>
  ) : (
    still
  )
}
