import { useLiveState } from '#web/platform/live.ts'
import styles from './OfflineLine.module.css'

/** Under the strip while the connection is away; it says no more than is known. */
export function OfflineLine() {
  const isLost = useLiveState() === 'lost'
  return (
    <div role="status" className={styles.region}>
      {isLost && (
        <p className={styles.line}>
          No connection. What is on this page stays readable; new messages appear when the connection is back.
        </p>
      )}
    </div>
  )
}
