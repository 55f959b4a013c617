import { IconUser } from '@tabler/icons-react'
import { ROUTES } from '#shared/routes.ts'
import { menuOf, type MenuIcon, type MenuItem } from '#shared/networks.ts'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { useIsSmallScreen } from '#web/platform/page-props.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { menuVisibilityFor } from '#web/platform/session/features.ts'
import { isMember, useUser } from '#web/platform/session/session.ts'
import { MENU_ICONS } from '#web/platform/shell/menu-icons.ts'
import { AccountMenuItems } from '#web/platform/shell/navigation/AccountMenu.tsx'
import { FirstCount, inboxCount } from '#web/platform/shell/counts/Count.tsx'
import styles from './TabBar.module.css'

const InboxCount = lazyOrNothing(() => import('#web/platform/shell/counts/InboxCount.tsx'))

/** Pages that share one tab: the directory, and below the viewer's own pages what has no tab of its own. */
const DIRECTORY: readonly MenuIcon[] = ['members', 'experts', 'recommendations']
const UNDER_YOU: readonly MenuIcon[] = ['peer_documents', 'events', 'mainstage', 'learning_hub', 'bookmarks']

const HOME = { label: 'Home', path: ROUTES.home, icon: 'home' } as const

/** The tab bar on phones: it has room for five tabs. The app may hide it. */
export function TabBar() {
  return useIsSmallScreen() === false ? null : <Tabs />
}

function Tabs() {
  const viewer = useUser()
  // Without access only the pages under "You" can be opened.
  const groups = isMember(viewer) ? menuOf(menuVisibilityFor(viewer)) : []
  const items = groups.flatMap((group) => group.items)
  const under = (icons: readonly MenuIcon[]) => icons.flatMap((icon) => items.find((item) => item.icon === icon) ?? [])
  const tabs = items
    .filter(({ icon }) => !DIRECTORY.includes(icon) && !UNDER_YOU.includes(icon))
    .map((item) => <Tab key={item.path} item={item} />)
  return (
    <nav aria-label="Tabs" className={styles.tabs}>
      {tabs.slice(0, 1)}
      <DirectoryTab items={under(DIRECTORY)} />
      {tabs.slice(1).toReversed()}
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
        {items.length > 0 && <PageItems items={[HOME]} />}
        <PageItems items={under(UNDER_YOU)} />
        <AccountMenuItems />
      </Menu>
    </nav>
  )
}

/** Without visible pages there is no tab. */
function DirectoryTab({ items }: { items: readonly MenuItem[] }) {
  if (items.length === 0) return null
  return (
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
      <PageItems items={items} />
    </Menu>
  )
}

const PageItems = ({ items }: { items: readonly Omit<MenuItem, 'section'>[] }) =>
  items.map(({ path, label, icon }) => {
    const Icon = MENU_ICONS[icon]
    return (
      <Link key={path} role="menuitem" className={menuItemClass} to={path}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    )
  })

function Tab({ item: { path, label, icon } }: { item: MenuItem }) {
  const Icon = MENU_ICONS[icon]
  return (
    <Link to={path} className={`t-tab ${styles.tab}`}>
      <Icon aria-hidden="true" />
      {label}{' '}
      {icon === 'inbox' && (
        <AfterFirstView
          meanwhile={<FirstCount of="InboxUnread" countOf={inboxCount} className={styles.count} word="unread" />}
        >
          <InboxCount className={styles.count} />
        </AfterFirstView>
      )}
    </Link>
  )
}
