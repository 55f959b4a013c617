import { useContext, type ReactNode } from 'react'
import { LayerContext } from '#web/platform/navigation/navigation.ts'
import styles from './Page.module.css'

interface PageProps {
  children: ReactNode
  /** Notes in the side column, from 1360 px; anything needed on smaller screens belongs in the page. */
  side?: ReactNode
}

/** The frame of every page of the main layout: content on the sheet, notes in the side column. */
export function Page({ children, side }: PageProps) {
  const isOverlay = useContext(LayerContext)
  return (
    <div className={styles.page}>
      <main id={isOverlay ? 'main-in-front' : 'main'} tabIndex={-1} className={styles.sheet}>
        {children}
      </main>
      {side && (
        <aside aria-label="Related information" className={styles.side}>
          {side}
        </aside>
      )}
    </div>
  )
}
