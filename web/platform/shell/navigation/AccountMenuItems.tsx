import { useQueryClient } from '@tanstack/react-query'
import {
  IconAward,
  IconCertificate,
  IconCreditCard,
  IconFileText,
  IconHelp,
  IconHistory,
  IconId,
  IconLogout,
  IconMessage2,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { counted } from '#shared/kit/text.ts'
import { menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { hasFeature, visibilityFor } from '#web/platform/session/features.ts'
import { isMember, useUser } from '#web/platform/session/session.ts'
import { signOut, unsentCount } from '#web/platform/session/sign-out.ts'

/** Links to the viewer's own pages, and sign-out. */
export default function AccountMenuItems() {
  const client = useQueryClient()
  const unsent = unsentCount()
  const user = useUser()
  const hasBadges = isSectionOn(visibilityFor(user), 'badges')
  return (
    <>
      {user.is_staff && (
        <Link role="menuitem" className={menuItemClass} to={STAFF_ROUTES.work}>
          <IconMessage2 aria-hidden="true" />
          Staff
        </Link>
      )}
      {isMember(user) && <OwnPages hasBadges={hasBadges} />}
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileMembership}>
        <IconCreditCard aria-hidden="true" />
        Membership
      </Link>
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileSettings}>
        <IconSettings aria-hidden="true" />
        Settings
      </Link>
      {isMember(user) && (user.is_staff || hasFeature(user, 'invitations')) && (
        <Link role="menuitem" className={menuItemClass} to="/profile/invite">
          <IconUser aria-hidden="true" />
          Invite a colleague
        </Link>
      )}
      {isMember(user) && (
        <Link role="menuitem" className={menuItemClass} to={ROUTES.faq}>
          <IconHelp aria-hidden="true" />
          FAQ
        </Link>
      )}
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileSettings} hash="legal">
        <IconFileText aria-hidden="true" />
        Terms and privacy
      </Link>
      <button type="button" role="menuitem" className={menuItemClass} onClick={() => void signOut(client)}>
        <IconLogout aria-hidden="true" />
        {unsent === 0 ? 'Sign out' : `Sign out and delete ${counted(unsent, 'unsent post')}`}
      </button>
    </>
  )
}

const OwnPages = ({ hasBadges }: { hasBadges: boolean }) => (
  <>
    <Link role="menuitem" className={menuItemClass} to={ROUTES.profile}>
      <IconId aria-hidden="true" />
      Profile
    </Link>
    <Link role="menuitem" className={menuItemClass} to={ROUTES.profileActivity}>
      <IconHistory aria-hidden="true" />
      Activity
    </Link>
    <Link role="menuitem" className={menuItemClass} to={ROUTES.profileCle}>
      <IconCertificate aria-hidden="true" />
      CLE credits
    </Link>
    {hasBadges && (
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileBadges}>
        <IconAward aria-hidden="true" />
        Badges
      </Link>
    )}
  </>
)
