import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconLayoutList, IconListCheck, IconUser } from '@tabler/icons-react'
import { barePath } from '#shared/routes.ts'
import { SETUP_PATH, SETUP_STEPS, SETUP_TEXTS, setupPath, type SetupStep } from '#shared/setup.ts'
import { markOf, setupQuery, type SetupSteps } from '#web/features/setup/setup.queries.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { AccountMenu, AccountMenuItems } from '#web/platform/shell/navigation/AccountMenu.tsx'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import spine from '#web/platform/shell/navigation/Sidebar.module.css'
import tabs from '#web/platform/shell/navigation/TabBar.module.css'
import { SearchBar } from '#web/platform/shell/navigation/SearchBar.tsx'
import { TopBar } from '#web/platform/shell/navigation/TopBar.tsx'
import StaffPalette, { STAFF_PALETTE_LABEL } from '#web/routes/staff/frame/StaffPalette.tsx'
import styles from './SetupFrame.module.css'

export const useIsSetup = () => useRouterState(({ location }) => barePath(location.pathname) === SETUP_PATH)

const STEPS = SETUP_STEPS.filter((step) => step !== 'owner')
const ALL_DESKS = '/staff/work'

/** The steps in place of the desks, until the set-up is finished. */
export function SetupFrame() {
  const viewer = useUser()
  const steps = useQuery(setupQuery).data?.setup_steps ?? []
  const asked = useRouterState(({ location }) => (location.search as { step?: string }).step)
  const current = STEPS.find((step) => step === asked) ?? STEPS.find((step) => !markOf(steps, step)) ?? STEPS.at(-1)!
  return (
    <>
      <header className={spine.spine}>
        <Link to={SETUP_PATH} className={spine.home}>
          <BrandHeader network="Set-up" isOnSpine />
        </Link>
        <nav aria-label="Set-up" className={classNames(spine.places, styles.steps)}>
          <ol>
            <li className={classNames(spine.place, styles.step)}>
              <Mark steps={steps} step="owner" />
              <span className={spine.text}>{SETUP_TEXTS.owner.label}</span>
            </li>
            {STEPS.map((step) => (
              <li key={step}>
                <Link
                  to={setupPath(step)}
                  className={classNames(spine.place, styles.step)}
                  title={SETUP_TEXTS[step].label}
                  aria-current={step === current ? 'step' : undefined}
                >
                  <Mark steps={steps} step={step} />
                  <span className={spine.text}>{SETUP_TEXTS[step].label}</span>
                </Link>
              </li>
            ))}
          </ol>
          <Link to={ALL_DESKS} className={spine.place} title="All desks">
            <IconLayoutList aria-hidden="true" />
            <span className={spine.text}>All desks</span>
          </Link>
        </nav>
        <p className={classNames(spine.text, styles.note)}>
          Saved at each step. You can close this page and return with your password.
        </p>
        <AccountMenu viewer={viewer} />
      </header>
      <TopBar>
        <SearchBar label={STAFF_PALETTE_LABEL} Palette={StaffPalette} />
      </TopBar>
      <StepTabs steps={steps} current={current} />
    </>
  )
}

const STATES = { done: 'done', skipped: 'skipped', open: 'not done' } as const

function Mark({ steps, step }: { steps: SetupSteps; step: SetupStep }) {
  const state = markOf(steps, step)
  return (
    <span className={styles.mark} data-state={state}>
      {state === 'done' ? <IconCheck size={16} aria-hidden="true" /> : SETUP_STEPS.indexOf(step) + 1}
      <span className="visually-hidden">, {STATES[state ?? 'open']}: </span>
    </span>
  )
}

/** On a phone, in place of the column. */
const StepTabs = ({ steps, current }: { steps: SetupSteps; current: SetupStep }) => (
  <nav aria-label="Tabs" className={classNames(tabs.tabs, styles.tabs)}>
    <Link to={ALL_DESKS} className={`t-tab ${tabs.tab}`}>
      <IconLayoutList aria-hidden="true" />
      All desks
    </Link>
    <Menu
      label="Steps"
      side="above"
      trigger={(props) => (
        <button type="button" {...props} className={`t-tab ${tabs.tab}`}>
          <IconListCheck aria-hidden="true" />
          Step {SETUP_STEPS.indexOf(current) + 1} of {SETUP_STEPS.length}
        </button>
      )}
    >
      {STEPS.map((step) => (
        <Link key={step} role="menuitem" className={menuItemClass} to={setupPath(step)}>
          {SETUP_TEXTS[step].label}
          {markOf(steps, step) === 'done' && ', done'}
        </Link>
      ))}
    </Menu>
    <Menu
      label="You"
      side="above"
      trigger={(props) => (
        <button type="button" {...props} className={`t-tab ${tabs.tab}`} onPointerEnter={AccountMenuItems.prepare}>
          <IconUser aria-hidden="true" />
          You
        </button>
      )}
    >
      <AccountMenuItems />
    </Menu>
  </nav>
)
