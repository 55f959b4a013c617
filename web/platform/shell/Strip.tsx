import { IconMoon, IconSun } from '@tabler/icons-react'
import { classes } from '#web/kit/classes.ts'
import { tooltip } from '#web/kit/tooltip.ts'
import { setScheme, useScheme } from '#web/platform/display.ts'
import { Bell } from '#web/platform/shell/Bell.tsx'
import { DisplaySettings } from '#web/platform/shell/DisplaySettings.tsx'
import { SearchBar, type FieldSuggestions } from '#web/platform/shell/SearchBar.tsx'
import styles from './Strip.module.css'

/** What applies to every page, at the top of the sheet; on a phone it stands in the top bar. */
export function Strip({ Suggestions }: { Suggestions: FieldSuggestions }) {
  return (
    <div className={styles.strip}>
      <SearchBar Suggestions={Suggestions} />
      <section aria-label="Display" className={styles.controls}>
        <DisplaySettings />
        <LightOrDark />
        <Bell />
      </section>
    </div>
  )
}

/** Both marks are in the page and the style sheet shows one, because only it knows what "auto" means here. */
function LightOrDark() {
  const scheme = useScheme()
  const tip = tooltip('Light or dark')
  const switchScheme = () => {
    const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
    setScheme(isDark ? 'light' : 'dark')
  }
  return (
    <button
      type="button"
      {...tip}
      className={classes(tip.className, styles.control)}
      aria-label="Light or dark"
      onClick={switchScheme}
    >
      <IconMoon aria-hidden="true" className={styles.moon} />
      <IconSun aria-hidden="true" className={styles.sun} />
    </button>
  )
}
