import { IconArrowBackUp, IconMenu2, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ROUTES, barePath } from '#shared/routes.ts'
import { AfterFirstView } from '#web/kit/loading/after-first-view.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Menu, menuItemClass, menuLabelClass } from '#web/kit/overlay/Menu.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { AccountMenu, AccountMenuItems } from '#web/platform/shell/navigation/AccountMenu.tsx'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import { SearchBar } from '#web/platform/shell/navigation/SearchBar.tsx'
import spine from '#web/platform/shell/navigation/Sidebar.module.css'
import tabs from '#web/platform/shell/navigation/TabBar.module.css'
import { TopBar } from '#web/platform/shell/navigation/TopBar.tsx'
import StaffPalette, { STAFF_PALETTE_LABEL } from '#web/routes/staff/frame/StaffPalette.tsx'
import { deskOf, desksFor, type Desk } from '#web/routes/staff/desks.tsx'
import { SetupFrame, useIsSetup } from '#web/routes/staff/setup/SetupFrame.tsx'
import styles from './StaffFrame.module.css'

const useDesk = () => deskOf(useRouterState(({ location }) => barePath(location.pathname)))

/** The navigation of staff, in place of that of members; while a community is set up, its steps. */
export const StaffFrame = () => (useIsSetup() ? <SetupFrame /> : <DeskFrame />)

/** The same frame as that of members, in the neutral track. */
function DeskFrame() {
  const viewer = useUser()
  const current = useDesk()
  const groups = desksFor(viewer).filter(({ desks }) => desks.length > 0)
  const list = <DeskItems groups={groups} current={current} />
  return (
    <>
      <header className={spine.spine}>
        <Link to={groups[0]?.desks[0]?.path ?? ROUTES.home} className={spine.home} activeOptions={{ exact: true }}>
          <BrandHeader network="Staff" isOnSpine />
        </Link>
        <DeskMenu current={current}>{list}</DeskMenu>
        <nav aria-label="Staff" className={classNames(spine.places, styles.desks)}>
          <Link to={ROUTES.home} className={spine.place} title="Back to the community" activeOptions={{ exact: true }}>
            <IconArrowBackUp aria-hidden="true" />
            <span className={spine.text}>Back to the community</span>
          </Link>
          {groups.map(({ group, desks }) => (
            <section key={group} className={styles.group}>
              <h2 className={spine.label}>{group}</h2>
              <ul>
                {desks.map((desk) => {
                  const row = <DeskRow key={desk.path} desk={desk} isCurrent={desk === current} />
                  return desk.Wrapper ? <desk.Wrapper key={desk.path}>{row}</desk.Wrapper> : row
                })}
              </ul>
            </section>
          ))}
        </nav>
        <AccountMenu viewer={viewer} />
      </header>
      <TopBar>
        <SearchBar label={STAFF_PALETTE_LABEL} Palette={StaffPalette} />
      </TopBar>
      <DeskTabs current={current}>{list}</DeskTabs>
    </>
  )
}

/** Only the page itself: a desk may be under the path of another. */
const ITSELF = { exact: true, includeSearch: false }

function DeskRow({ desk: { path, label, Icon, Count }, isCurrent }: { desk: Desk; isCurrent: boolean }) {
  return (
    <li>
      <Link
        to={path}
        className={spine.place}
        title={label}
        activeOptions={ITSELF}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon aria-hidden="true" />
        <span className={spine.text}>{label} </span>
        {Count && (
          <AfterFirstView>
            <Count className={spine.count} />
          </AfterFirstView>
        )}
      </Link>
    </li>
  )
}

interface MenuProps {
  current: Desk | undefined
  children: ReactNode
}

/** On a tablet, where the column has only icons: the list in words. */
const DeskMenu = ({ current, children }: MenuProps) => (
  <div className={styles.menu}>
    <Menu
      label="Desks"
      trigger={(props) => (
        <button type="button" {...props} className={styles.open} title="All desks">
          <IconMenu2 aria-hidden="true" />
          <span className="visually-hidden">Desk: {current?.label ?? 'none'}</span>
        </button>
      )}
    >
      {children}
    </Menu>
  </div>
)

/** On a phone, in place of the tabs. */
function DeskTabs({ current, children }: MenuProps) {
  const Icon = current?.Icon ?? IconMenu2
  return (
    <nav aria-label="Tabs" className={classNames(tabs.tabs, styles.tabs)}>
      <Link to={ROUTES.home} className={`t-tab ${tabs.tab}`} activeOptions={{ exact: true }}>
        <IconArrowBackUp aria-hidden="true" />
        Community
      </Link>
      <Menu
        label="Desks"
        side="above"
        trigger={(props) => (
          <button type="button" {...props} className={`t-tab ${tabs.tab}`}>
            <Icon aria-hidden="true" />
            <span>
              <span className="visually-hidden">Desk: </span>
              {current?.label ?? 'Desks'}
            </span>
          </button>
        )}
      >
        {children}
      </Menu>
      <Menu
        label="You"
        side="above"
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={`t-tab ${tabs.tab}`}
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

const DeskItems = ({ groups, current }: { groups: ReturnType<typeof desksFor>; current: Desk | undefined }) =>
  groups.map(({ group, desks }) => (
    <div key={group} role="group" aria-label={group}>
      <div className={menuLabelClass} aria-hidden="true">
        {group}
      </div>
      {desks.map((desk) => {
        const item = (
          <Link
            key={desk.path}
            role="menuitem"
            className={classNames(menuItemClass, styles.item)}
            to={desk.path}
            activeOptions={ITSELF}
            aria-current={desk === current ? 'page' : undefined}
          >
            <desk.Icon aria-hidden="true" />
            {desk.label}
          </Link>
        )
        return desk.Wrapper ? <desk.Wrapper key={desk.path}>{item}</desk.Wrapper> : item
      })}
    </div>
  ))
