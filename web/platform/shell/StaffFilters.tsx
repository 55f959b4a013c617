import type { ReactNode } from 'react'
import styles from './StaffPage.module.css'

interface Props<Key> {
  choices: readonly { key: Key; label: string }[]
  chosen: Key
  onChoose: (key: Key) => void
  /** Other controls in the row. */
  children?: ReactNode
}

/** Filters of a staff page. */
export const StaffFilters = <Key extends string | number>({ choices, chosen, onChoose, children }: Props<Key>) => (
  <div className={styles.filters} role="group" aria-label="Show">
    {choices.map(({ key, label }) => (
      <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
        {label}
      </button>
    ))}
    {children}
  </div>
)
