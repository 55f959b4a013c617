import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import styles from '#web/features/moderation/StaffPage.module.css'
import { useTitle } from '#web/platform/arrival.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const PLACES = [
  { path: ROUTES.staffQueue, label: 'Queue' },
  { path: ROUTES.staffReports, label: 'Reports' },
  { path: ROUTES.staffAudit, label: 'Decisions' },
]

interface Props {
  title: string
  /** One line under the title. */
  lede: string
  side?: ReactNode
  children: ReactNode
}

/** The frame of what only staff see. */
export function StaffPage({ title, lede, side, children }: Props) {
  useTitle(title)
  return (
    <Page side={side}>
      <h1 className="t-page-title">{title}</h1>
      <p className={styles.lede} role="status">
        {lede}
      </p>
      <nav className={styles.places} aria-label="Moderation">
        {PLACES.map(({ path, label }) => (
          <Link key={path} to={path} className={styles.place} activeProps={{ 'aria-current': 'page' }}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}
