import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  IconAward,
  IconCreditCard,
  IconHistory,
  IconId,
  IconLogout,
  IconMessage2,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { menuItemClass } from '#web/kit/Menu.tsx'
import { primaryNetworkOf, useUser } from '#web/platform/session.ts'
import { signOut, unsentCount } from '#web/platform/sign-out.ts'

/** Where a member's own pages are, and the way out. */
export default function AccountItems() {
  const client = useQueryClient()
  const unsent = unsentCount()
  const list = useRef<HTMLDivElement>(null)
  // The menu puts the focus on its first choice, which was not there yet when it opened.
  useEffect(() => list.current?.querySelector('a')?.focus(), [])
  const user = useUser()
  const hasBadges = isSectionOn(primaryNetworkOf(user)?.main_menu_visibility, 'badges')
  return (
    <div ref={list}>
      {user.is_staff && (
        <Link role="menuitem" className={menuItemClass} to={ROUTES.staffQueue}>
          <IconMessage2 aria-hidden="true" />
          Staff
        </Link>
      )}
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profile}>
        <IconId aria-hidden="true" />
        Profile
      </Link>
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileActivity}>
        <IconHistory aria-hidden="true" />
        Activity
      </Link>
      {hasBadges && (
        <Link role="menuitem" className={menuItemClass} to={ROUTES.profileBadges}>
          <IconAward aria-hidden="true" />
          Badges
        </Link>
      )}
      <Link role="menuitem" className={menuItemClass} to={ROUTES.profileMembership}>
        <IconCreditCard aria-hidden="true" />
        Membership
      </Link>
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
    </div>
  )
}
