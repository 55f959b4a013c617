import { IconUser } from '@tabler/icons-react'
import { menuOf, type MenuIcon, type MenuItem } from '#shared/networks.ts'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { isMember, useUser } from '#web/platform/session/session.ts'
import { MENU_ICONS } from '#web/platform/shell/menu-icons.ts'
import { AccountMenuItems } from '#web/platform/shell/navigation/AccountMenu.tsx'
import styles from './TabBar.module.css'

const InboxCount = lazyOrNothing(() => import('#web/platform/shell/navigation/InboxCount.tsx'))

const DIRECTORY: readonly MenuIcon[] = ['members', 'experts', 'recommendations']
const LIBRARY: readonly MenuIcon[] = ['events', 'mainstage']

/** The tab bar on phones: the pages of the directory share one tab, and so do those of the library. The app may hide it. */
export function TabBar() {
  const viewer = useUser()
  // Without access only the pages under "You" can be opened.
  const groups = isMember(viewer) ? menuOf(visibilityFor(viewer)) : []
  const items = groups.flatMap((group) => group.items)
  const shared = (icons: readonly MenuIcon[]) => icons.flatMap((icon) => items.find((item) => item.icon === icon) ?? [])
  const tabs = items
    .filter(({ icon }) => !DIRECTORY.includes(icon) && !LIBRARY.includes(icon))
    .map((item) => <Tab key={item.path} item={item} />)
  return (
    <nav aria-label="Tabs" className={styles.tabs}>
      {tabs.slice(0, 1)}
      <SharedTab label="Directory" icon="members" items={shared(DIRECTORY)} />
      <SharedTab label="Library" icon="events" items={shared(LIBRARY)} />
      {tabs.slice(1)}
      <Menu
        label="You"
        side="above"
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={`t-tab ${styles.tab}`}
            onPointerEnter={AccountMenuItems.prepare}
            onFocus={AccountMenuItems.prepare}
          >
            <IconUser aria-hidden="true" />
            You
          </button>
        )}
      >
        <AccountMenuItems />
      </Menu>
    </nav>
  )
}

/** Several pages behind one tab. */
function SharedTab({ label, icon, items }: { label: string; icon: MenuIcon; items: readonly MenuItem[] }) {
  const TabIcon = MENU_ICONS[icon]
  if (items.length === 0) return null
  return (
    <Menu
      label={label}
      side="above"
      trigger={(props) => (
        <button type="button" {...props} className={`t-tab ${styles.tab}`}>
          <TabIcon aria-hidden="true" />
          {label}
        </button>
      )}
    >
      {items.map(({ path, label: name, icon: own }) => {
        const Icon = MENU_ICONS[own]
        return (
          <Link key={path} role="menuitem" className={menuItemClass} to={path}>
            <Icon aria-hidden="true" />
            {name}
          </Link>
        )
      })}
    </Menu>
  )
}

function Tab({ item: { path, label, icon } }: { item: MenuItem }) {
  const Icon = MENU_ICONS[icon]
  return (
    <Link to={path} className={`t-tab ${styles.tab}`}>
      <Icon aria-hidden="true" />
      {label}{' '}
      {icon === 'inbox' && (
        <AfterFirstView>
          <InboxCount on="tabs" className={styles.count} />
        </AfterFirstView>
      )}
    </Link>
  )
}
