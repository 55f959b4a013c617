import type { ReactNode } from 'react'
import styles from './Membership.module.css'

export const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 id={id} className={`t-section ${styles.title}`}>
      {title}
    </h2>
    {children}
  </section>
)
