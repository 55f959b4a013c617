import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import { setScheme, useScheme } from '#web/platform/session/display.ts'
import { isMember, useUser } from '#web/platform/session/session.ts'
import { NotificationBell } from '#web/platform/shell/navigation/NotificationBell.tsx'
import { DisplaySettings } from '#web/platform/shell/navigation/DisplaySettings.tsx'
import styles from './TopBar.module.css'

/** Controls for every page, at the top of the sheet, beside a search field; on a phone, in the top bar. */
export function TopBar({ children }: { children: ReactNode }) {
  const viewer = useUser()
  return (
    <div className={styles.strip}>
      {isMember(viewer) && children}
      <section aria-label="Display" className={styles.controls}>
        <DisplaySettings />
        <LightOrDark />
        {isMember(viewer) && <NotificationBell />}
      </section>
    </div>
  )
}

/** Both icons are rendered and the style sheet shows one, because only CSS knows what "auto" means here. */
function LightOrDark() {
  const scheme = useScheme()
  const tip = tooltip('Switch theme')
  const switchScheme = () => {
    const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
    setScheme(isDark ? 'light' : 'dark')
  }
  return (
    <button
      type="button"
      {...tip}
      className={classNames(tip.className, styles.control)}
      aria-label="Switch theme"
      onClick={switchScheme}
    >
      <IconMoon aria-hidden="true" className={styles.moon} />
      <IconSun aria-hidden="true" className={styles.sun} />
    </button>
  )
}
