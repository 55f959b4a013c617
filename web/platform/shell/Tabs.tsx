import { Link } from '@tanstack/react-router'
import { IconUser } from '@tabler/icons-react'
import { menuOf } from '#shared/networks.ts'
import { Menu } from '#web/kit/Menu.tsx'
import { primaryNetworkOf, useUser } from '#web/platform/session.ts'
import { MENU_ICONS } from '#web/platform/shell/icons.ts'
import { AccountItems } from '#web/platform/shell/MemberMenu.tsx'
import styles from './Tabs.module.css'

/** The phone's navigation. The app wrapper may hide it. */
export function Tabs() {
  const network = primaryNetworkOf(useUser())
  return (
    <nav aria-label="Tabs" className={styles.tabs}>
      {menuOf(network?.main_menu_visibility)
        .flatMap(({ items }) => items)
        .map(({ path, label, icon }) => {
          const Icon = MENU_ICONS[icon]
          return (
            <Link key={path} to={path} className={`t-tab ${styles.tab}`} activeProps={{ 'aria-current': 'page' }}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          )
        })}
      <Menu
        label="You"
        side="above"
        trigger={(props) => (
          <button type="button" {...props} className={`t-tab ${styles.tab}`}>
            <IconUser aria-hidden="true" />
            You
          </button>
        )}
      >
        <AccountItems />
      </Menu>
    </nav>
  )
}
