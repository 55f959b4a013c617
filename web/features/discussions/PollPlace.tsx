import { useEffect, useState } from 'react'
import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import styles from '#web/features/discussions/PollPlace.module.css'

export type Place = Readonly<Record<string, string>>
type Panel = typeof import('#web/features/discussions/PollPanel.tsx').default

/** The options can be read at once, and chosen when the panel is loaded: most threads have none. */
export function PollPlace({ thread, now }: { thread: ThreadView; now: number }) {
  const [Panel, setPanel] = useState<Panel>()
  useEffect(() => {
    void import('#web/features/discussions/PollPanel.tsx').then((panel) => setPanel(() => panel.default))
  }, [])
  if (Panel) return <Panel thread={thread} now={now} place={styles} />
  return (
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
}
