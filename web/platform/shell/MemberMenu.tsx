import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { classes } from '#web/kit/classes.ts'
import { DisplayName } from '#web/kit/DisplayName.tsx'
import { Menu, menuItemClass } from '#web/kit/Menu.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { tooltip } from '#web/kit/tooltip.ts'
import { unsentCount } from '#web/platform/local.ts'
import { signOut, type Viewer } from '#web/platform/session.ts'
import styles from './Spine.module.css'

/** What the spine leaves beside the portrait. */
const MEMBER_NAME_WIDTH = 170

/** The member at the foot of the spine. */
export function MemberMenu({ viewer }: { viewer: Viewer }) {
  const tip = tooltip(viewer.name, 'right')
  return (
    <div className={styles.foot}>
      <Menu
        label="Your account"
        side="above"
        trigger={(props) => (
          <button type="button" {...props} {...tip} className={classes(tip.className, styles.member)}>
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
        <AccountItems />
      </Menu>
    </div>
  )
}

export function AccountItems() {
  const client = useQueryClient()
  const unsent = unsentCount()
  return (
    <>
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileSettings}>
        <IconSettings aria-hidden="true" />
        Settings
      </Link>
      <Link role="menuitem" className={menuItemClass} to="/profile/invite">
        <IconUser aria-hidden="true" />
        Invite a colleague
      </Link>
      <button type="button" role="menuitem" className={menuItemClass} onClick={() => void signOut(client)}>
        <IconLogout aria-hidden="true" />
        {unsent === 0 ? 'Sign out' : `Sign out and delete ${unsent} unsent ${unsent === 1 ? 'text' : 'texts'}`}
      </button>
    </>
  )
}
