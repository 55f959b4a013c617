import { useSyncExternalStore, type ReactNode } from 'react'
import { DEFAULT_THEME, THEME_LABELS, isTheme } from '#shared/networks.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { Plate } from '#web/platform/shell/Plate.tsx'
import { appliedTheme, onTheme } from '#web/platform/theme.ts'
import styles from './SimpleFrame.module.css'

/** The sheet alone, centred, the plate above, no navigation. */
export function SimpleFrame({ children }: { children: ReactNode }) {
  const { theme: fromPage } = usePageProps()
  // An invitation or a trial brings the theme of its network, which the page did not know when it was asked for.
  const theme = useSyncExternalStore(
    onTheme,
    () => appliedTheme() ?? fromPage,
    () => fromPage,
  )
  return (
    <div className={styles.desk}>
      <div className={styles.sheet}>
        <header>
          <Plate network={THEME_LABELS[isTheme(theme) ? theme : DEFAULT_THEME]} />
        </header>
        <main id="main" className={styles.content}>
          {children}
        </main>
      </div>
    </div>
  )
}
