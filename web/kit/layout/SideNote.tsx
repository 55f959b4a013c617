import type { ReactNode } from 'react'
import styles from './SideNote.module.css'

/** A section of the side column: a heading over a double rule, and rows separated by hairlines. */
export function SideNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.note}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
