import type { ReactNode } from 'react'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from './Page.tsx'
import styles from './StaffPage.module.css'

interface Props {
  title: string
  /** One line under the title. */
  lede: string
  side?: ReactNode
  /** A line over the title. */
  above?: ReactNode
  children: ReactNode
}

/** The frame of the content of staff pages; the navigation around it is in web/routes/staff/frame. */
export function StaffPage({ title, lede, side, above, children }: Props) {
  useTitle(title)
  return (
    <Page side={side}>
      {above && <p className={styles.above}>{above}</p>}
      <h1 className="t-page-title">{title}</h1>
      <p className={styles.lede} role="status">
        {lede}
      </p>
      {children}
    </Page>
  )
}
