import { useQuery } from '@tanstack/react-query'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { staffMembersQuery } from '#web/features/staff-members/staff-members.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { useSettled } from '#web/kit/list/use-settled.ts'
import { Palette, type PaletteContent } from '#web/kit/palette/Palette.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import type { PaletteProps } from '#web/platform/shell/navigation/SearchBar.tsx'
import { desksFor } from '#web/routes/staff/desks.tsx'
import { deskRows } from '#web/routes/staff/frame/desk-rows.tsx'

const FEWEST_LETTERS = 2
const WAIT_MS = 150
const MOST_MEMBERS = 5

export const STAFF_PALETTE_LABEL = 'Go to a desk or a member'

/** The palette of staff pages: finds desks at once, and members by name or email address. */
export default function StaffPalette(props: PaletteProps) {
  return <Palette label={STAFF_PALETTE_LABEL} useContent={useContent} open={navigateTo} {...props} />
}

function useContent(typed: string): PaletteContent {
  const viewer = useUser()
  const settled = useSettled(typed, WAIT_MS).trim()
  const mayFindMembers = desksFor(viewer).some(({ desks }) => desks.some(({ path }) => path === STAFF_ROUTES.members))
  const isAsked = settled.length >= FEWEST_LETTERS && mayFindMembers
  const { data, isFetching } = useQuery({
    ...staffMembersQuery({ search: settled, state: '', network: '' }, 0),
    enabled: isAsked,
  })
  const members = isAsked && typed.trim() !== '' ? (data?.staff_members?.items ?? []) : []
  const groups = [
    { label: 'Desks', rows: deskRows(viewer, typed) },
    {
      label: 'Members',
      rows: members.slice(0, MOST_MEMBERS).map(({ id, email, user }) => ({
        key: `member ${id}`,
        icon: <Avatar person={user} size={36} />,
        words: user.name,
        note: email,
        href: `${STAFF_ROUTES.members}/${id}`,
      })),
    },
  ].filter(({ rows }) => rows.length > 0)
  const isSearching = isFetching || settled !== typed.trim()
  return { groups, message: groups.length > 0 ? '' : isSearching ? 'Searching…' : 'No desk or member matches.' }
}
