import { IconLayoutList } from '@tabler/icons-react'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Menu } from '#web/kit/overlay/Menu.tsx'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import styles from './TopBar.module.css'

const DisplayChoices = lazyWithPreload(() => import('#web/platform/shell/navigation/DisplayChoices.tsx'))

/**
 * Color scheme, list density, and keyboard shortcuts. The menu's content loads when the pointer or the focus reaches
 * it.
 */
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
          className={classNames(tip.className, styles.control)}
          aria-label="Display settings"
          onPointerEnter={DisplayChoices.prepare}
          onFocus={DisplayChoices.prepare}
        >
          <IconLayoutList aria-hidden="true" />
        </button>
      )}
    >
      <DisplayChoices />
    </Menu>
  )
}
