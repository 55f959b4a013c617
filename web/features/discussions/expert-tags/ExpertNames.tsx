import { expertInWords } from '#shared/discussions.ts'
import styles from '#web/features/discussions/messages/Message.module.css'

/** "Experts: Maria Lopez (Dahlberg & Rowe), Halm & Partners". */
export function ExpertNames({ experts }: { experts: readonly Parameters<typeof expertInWords>[0][] }) {
  if (experts.length === 0) return null
  return (
    <p className={styles.names}>
      Experts: <b>{experts.map(expertInWords).join(', ')}</b>
    </p>
  )
}
