import { IconBooks, IconUser } from '@tabler/icons-react'
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

/** Pages that share one tab, with its icon. */
const SHARED_TABS: readonly { label: string; Icon: typeof IconUser; icons: readonly MenuIcon[] }[] = [
  { label: 'Directory', Icon: MENU_ICONS.members, icons: ['members', 'experts', 'recommendations'] },
  { label: 'Library', Icon: IconBooks, icons: ['peer_documents', 'events', 'mainstage', 'learning_hub', 'bookmarks'] },
]
const SHARED = SHARED_TABS.flatMap(({ icons }) => icons)

/** The tab bar on phones: it has room for five tabs. The app may hide it. */
export function TabBar() {
  const viewer = useUser()
  // Without access only the pages under "You" can be opened.
  const groups = isMember(viewer) ? menuOf(visibilityFor(viewer)) : []
  const items = groups.flatMap((group) => group.items)
  const tabs = items.filter(({ icon }) => !SHARED.includes(icon)).map((item) => <Tab key={item.path} item={item} />)
  return (
    <nav aria-label="Tabs" className={styles.tabs}>
      {tabs.slice(0, 1)}
      {SHARED_TABS.map(({ label, Icon, icons }) => (
        <SharedTab
          key={label}
          label={label}
          Icon={Icon}
          items={icons.flatMap((icon) => items.find((item) => item.icon === icon) ?? [])}
        />
      ))}
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

/** Without visible pages there is no tab. */
function SharedTab({ label, Icon, items }: { label: string; Icon: typeof IconUser; items: readonly MenuItem[] }) {
  if (items.length === 0) return null
  return (
    <Menu
      label={label}
      side="above"
      trigger={(props) => (
        <button type="button" {...props} className={`t-tab ${styles.tab}`}>
          <Icon aria-hidden="true" />
          {label}
        </button>
      )}
    >
      {items.map((item) => {
        const ItemIcon = MENU_ICONS[item.icon]
        return (
          <Link key={item.path} role="menuitem" className={menuItemClass} to={item.path}>
            <ItemIcon aria-hidden="true" />
            {item.label}
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
