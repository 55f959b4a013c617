import { useContext, type ReactNode } from 'react'
import { LayerContext } from '#web/platform/navigation/navigation.ts'
import styles from './Page.module.css'

interface PageProps {
  children: ReactNode
  /** Notes on the desk, from 1360 px; what must be reached on smaller screens belongs into the page. */
  side?: ReactNode
}

/** What every page of the main layout returns: its content on the sheet and its notes on the desk. */
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
