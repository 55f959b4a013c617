import { useLiveState } from '#web/platform/live/live.ts'
import styles from './OfflineNotice.module.css'

/** Shown under the top bar while offline; claims no more than is known. */
export function OfflineNotice() {
  const isLost = useLiveState() === 'lost'
  return (
    <div role="status" className={styles.region}>
      {isLost && (
        <p className={styles.line}>
          You’re offline. You can keep reading this page. New messages will appear when you’re back online.
        </p>
      )}
    </div>
  )
}
