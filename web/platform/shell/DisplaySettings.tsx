import { IconLayoutList } from '@tabler/icons-react'
import { Suspense } from 'react'
import { classes } from '#web/kit/classes.ts'
import { later } from '#web/kit/Later.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { tooltip } from '#web/kit/tooltip.ts'
import styles from './Strip.module.css'

const load = () => import('#web/platform/shell/DisplayChoices.tsx')
const DisplayChoices = later(load)

/** Light or dark, how much of each entry is shown, and the keyboard. The choices come when somebody reaches for them. */
export function DisplaySettings() {
  const tip = tooltip('Display settings')
  return (
    <Menu
      label="Display settings"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...tip}
          className={classes(tip.className, styles.control)}
          aria-label="Display settings"
          onPointerEnter={load}
          onFocus={load}
        >
          <IconLayoutList aria-hidden="true" />
        </button>
      )}
    >
      <Suspense>
        <DisplayChoices />
      </Suspense>
    </Menu>
  )
}
