import type { ReactNode } from 'react'
import styles from './SectionNav.module.css'

/** For links that differ only in their query: otherwise the first would always be current. */
export const WHOLE_ADDRESS = { exact: true, includeSearch: true }

/** The sections of a page, next to each other over a double rule. Each is a link; the current one has aria-current. */
export const SectionNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.sections} aria-label={label}>
    {children}
  </nav>
)
