import type { ReactNode } from 'react'
import styles from './SectionNav.module.css'

/** For links that differ by what stands behind the question mark: without it the first would be current always. */
export const WHOLE_ADDRESS = { exact: true, includeSearch: true }

/** The sections of a page, side by side over a double rule. Each is a link; the one that is shown has aria-current. */
export const SectionNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.sections} aria-label={label}>
    {children}
  </nav>
)
