import { ROUTES, barePath } from '#shared/routes.ts'
import { menuOf, placeOf, type MenuItem } from '#shared/networks.ts'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import { classNames } from '#web/kit/class-names.ts'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { useIsSmallScreen } from '#web/platform/page-props.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'
import { menuVisibilityFor } from '#web/platform/session/features.ts'
import { isMember, primaryNetworkOf, useUser, type Viewer } from '#web/platform/session/session.ts'
import { MENU_ICONS } from '#web/platform/shell/menu-icons.ts'
import { AccountMenu } from '#web/platform/shell/navigation/AccountMenu.tsx'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import { FirstCount, inboxCount } from '#web/platform/shell/counts/Count.tsx'
import styles from './Sidebar.module.css'

const ExternalLinks = lazyOrNothing(() => import('#web/platform/shell/navigation/ExternalLinks.tsx'))
const InboxCount = lazyOrNothing(() => import('#web/platform/shell/counts/InboxCount.tsx'))

/** The dark column: brand header, menu, and the viewer at the bottom. On a phone, the brand header above the page. */
export function Sidebar() {
  const viewer = useUser()
  const network = primaryNetworkOf(viewer)
  const isSmallScreen = useIsSmallScreen()
  return (
    <header className={styles.spine}>
      <Link to={ROUTES.home} className={styles.home} activeOptions={{ exact: true }}>
        <BrandHeader network={network?.display_name ?? ''} logo={network?.logo} isOnSpine />
      </Link>
      {!isSmallScreen && (
        <>
          <MainMenu viewer={viewer} />
          <AccountMenu viewer={viewer} />
        </>
      )}
    </header>
  )
}

function MainMenu({ viewer }: { viewer: Viewer }) {
  const network = primaryNetworkOf(viewer)
  const networks = viewer.peer_network_memberships.map(({ peer_network }) => peer_network)
  return (
    <nav aria-label="Main" className={styles.places}>
      {isMember(viewer) && (
        <>
          <ul>
            <Place item={HOME} />
          </ul>
          {menuOf(menuVisibilityFor(viewer)).map((group) => (
            <section key={group.label ?? 'first'} className={styles.group}>
              {group.label && <h2 className={styles.label}>{group.label}</h2>}
              <ul>
                {group.items.map((item) => (
                  <Place key={item.path} item={item} />
                ))}
              </ul>
            </section>
          ))}
          {network && (
            <AfterFirstView>
              <ExternalLinks networks={[network, ...networks.filter((each) => each !== network)]} />
            </AfterFirstView>
          )}
        </>
      )}
    </nav>
  )
}

/** Pages under an item may have their own: the most specific one is current. */
const ITSELF = { exact: true, includeSearch: false }

const HOME = { label: 'Home', path: ROUTES.home, icon: 'home' } as const

function Place({ item }: { item: Omit<MenuItem, 'section'> }) {
  const isHere = useRouterState(
    ({ location }) => (placeOf(barePath(location.pathname))?.path ?? location.pathname) === item.path,
  )
  const Icon = MENU_ICONS[item.icon]
  const tip = tooltip(item.label, 'right')
  return (
    <li>
      <Link
        {...tip}
        to={item.path}
        className={classNames(tip.className, styles.place)}
        activeOptions={ITSELF}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon aria-hidden="true" />
        <span className={styles.text}>{item.label} </span>
        {item.icon === 'inbox' && (
          <AfterFirstView
            meanwhile={<FirstCount of="InboxUnread" countOf={inboxCount} className={styles.count} word="unread" />}
          >
            <InboxCount className={styles.count} />
          </AfterFirstView>
        )}
      </Link>
    </li>
  )
}
