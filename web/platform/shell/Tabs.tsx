import { Link } from '@tanstack/react-router'
import { IconUser } from '@tabler/icons-react'
import { menuOf, type MenuIcon, type MenuItem } from '#shared/networks.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { Menu, menuItemClass } from '#web/kit/Menu.tsx'
import { primaryNetworkOf, useUser } from '#web/platform/session.ts'
import { MENU_ICONS } from '#web/platform/shell/icons.ts'
import { AccountItems } from '#web/platform/shell/MemberMenu.tsx'
import styles from './Tabs.module.css'

const InboxCount = later(() => import('#web/platform/shell/InboxCount.tsx'))

const DIRECTORY: readonly MenuIcon[] = ['members', 'experts', 'recommendations']

/** The phone's navigation: whom one may find stands behind one tab. The app wrapper may hide it. */
export function Tabs() {
  const network = primaryNetworkOf(useUser())
  const items = menuOf(network?.main_menu_visibility).flatMap((group) => group.items)
  const directory = DIRECTORY.flatMap((icon) => items.find((item) => item.icon === icon) ?? [])
  const tabs = items.filter(({ icon }) => !DIRECTORY.includes(icon)).map((item) => <Tab key={item.path} item={item} />)
  return (
    <nav aria-label="Tabs" className={styles.tabs}>
      {tabs.slice(0, 1)}
      {directory.length > 0 && (
        <Menu
          label="Directory"
          side="above"
          trigger={(props) => (
            <button type="button" {...props} className={`t-tab ${styles.tab}`}>
              <MENU_ICONS.members aria-hidden="true" />
              Directory
            </button>
          )}
        >
          {directory.map(({ path, label, icon }) => {
            const Icon = MENU_ICONS[icon]
            return (
              <Link key={path} role="menuitem" className={menuItemClass} to={path}>
                <Icon aria-hidden="true" />
                {label}
              </Link>
            )
          })}
        </Menu>
      )}
      {tabs.slice(1)}
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

function Tab({ item: { path, label, icon } }: { item: MenuItem }) {
  const Icon = MENU_ICONS[icon]
  return (
    <Link to={path} className={`t-tab ${styles.tab}`} activeProps={{ 'aria-current': 'page' }}>
      <Icon aria-hidden="true" />
      {label}{' '}
      {icon === 'inbox' && (
        <Later>
          <InboxCount on="tabs" className={styles.count} />
        </Later>
      )}
    </Link>
  )
}
