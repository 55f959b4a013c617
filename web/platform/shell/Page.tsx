import { createContext, useContext, type ReactNode } from 'react'
import { LayerContext } from '#web/platform/navigation/navigation.ts'
import styles from './Page.module.css'

/** The member's own queue; the layout provides it. */
export const DeskContext = createContext<ReactNode>(null)

interface PageProps {
  children: ReactNode
  /** Notes about the page in the side column, from 1280 px; anything needed on smaller screens belongs in the page. */
  side?: ReactNode
  /** Whether the member's own queue follows them. It is there if the page has no notes, so that no page is blank. */
  hasDesk?: boolean
}

/** The frame of every page of the main layout: content on the sheet, notes in the side column. */
export function Page({ children, side, hasDesk = side === undefined }: PageProps) {
  const isOverlay = useContext(LayerContext)
  const desk = useContext(DeskContext)
  return (
    <div className={styles.page}>
      <main id={isOverlay ? 'main-in-front' : 'main'} tabIndex={-1} className={styles.sheet}>
        {children}
      </main>
      {(side || hasDesk) && (
        <aside aria-label="Related information" className={styles.side}>
          {side}
          {hasDesk && desk}
        </aside>
      )}
    </div>
  )
}
