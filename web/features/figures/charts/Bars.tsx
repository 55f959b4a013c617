import styles from './Charts.module.css'

export interface Bar {
  label: string
  amount: number
  text: string
  /** Next to the number. */
  note?: string
}

/** Each number with a bar; the first is the whole. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ amount }) => amount))
  return (
    <ul className={styles.bars}>
      {bars.map(({ label, amount, text, note }) => (
        <li key={label}>
          <span className={styles.barLine}>
            <span>{label}</span>
            <span>
              <b>{text}</b> {note}
            </span>
          </span>
          <svg className={styles.bar} width="100%" height="14" aria-hidden="true">
            <rect className={styles.track} width="100%" height="14" />
            <rect className={styles.fill} width={`${(100 * amount) / most}%`} height="14" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
