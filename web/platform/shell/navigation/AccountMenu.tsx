import { personLine } from '#shared/people.ts'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { DisplayName } from '#web/kit/DisplayName.tsx'
import { Menu } from '#web/kit/overlay/Menu.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import type { Viewer } from '#web/platform/session/session.ts'
import styles from './Sidebar.module.css'

/** The width that the spine has next to the portrait, in pixels. */
const MEMBER_NAME_WIDTH = 170

/** The viewer at the bottom of the spine. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const tip = tooltip(viewer.name, 'right')
  return (
    <div className={styles.foot}>
      <Menu
        label="Your account"
        side="above"
        trigger={(props) => (
          <button
            type="button"
            {...props}
            {...tip}
            className={classNames(tip.className, styles.member)}
            onPointerEnter={AccountMenuItems.prepare}
            onFocus={AccountMenuItems.prepare}
          >
            <Monogram name={viewer.name} id={viewer.id} size={36} pictureUrl={viewer.profile_thumbnail_url} isOnline />
            <span className={styles.memberText}>
              <span className={styles.memberName}>
                <DisplayName name={viewer.name} width={MEMBER_NAME_WIDTH} />
              </span>
              <span className={styles.memberTitle}>{personLine(viewer)}</span>
            </span>
          </button>
        )}
      >
        <AccountMenuItems />
      </Menu>
    </div>
  )
}

/** Preloaded when the pointer or the focus reaches the menu. */
export const AccountMenuItems = lazyWithPreload(() => import('#web/platform/shell/navigation/AccountMenuItems.tsx'))
