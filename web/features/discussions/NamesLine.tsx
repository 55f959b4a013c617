import { expertInWords } from '#shared/discussions.ts'
import styles from '#web/features/discussions/Message.module.css'

/** "Names: Maria Lopez (Dahlberg & Rowe), Halm & Partners". */
export function NamesLine({ experts }: { experts: readonly Parameters<typeof expertInWords>[0][] }) {
  if (experts.length === 0) return null
  return (
    <p className={styles.names}>
      Names: <b>{experts.map(expertInWords).join(', ')}</b>
    </p>
  )
}
