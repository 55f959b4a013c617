import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { followDataQuery } from '#web/features/people/people.queries.ts'
import { PersonRow } from '#web/features/people/directory/PersonRow.tsx'
import styles from '#web/features/people/profile/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { initialUserQuery } from '#web/platform/session/session.ts'

type Side = 'followers' | 'following'
interface Person {
  id: number
  name: string
}

/** Shows a member's followers, or the members they follow, in a dialog. */
export function openFollows(client: QueryClient, person: Person, side: Side): void {
  openDialog({
    title: side === 'followers' ? `Followers of ${person.name}` : `Followed by ${person.name}`,
    children: (
      <QueryClientProvider client={client}>
        <Follows person={person} side={side} />
      </QueryClientProvider>
    ),
  })
}

function Follows({ person, side }: { person: Person; side: Side }) {
  const { data: viewer } = useQuery(initialUserQuery)
  const viewerId = viewer?.viewer.id ?? 0
  const { data, isError, refetch } = useQuery({ ...followDataQuery(person.id, viewerId), enabled: viewerId > 0 })
  const entries = data?.user_follow_data?.[side]
  if (isError)
    return (
      <p className={styles.dialogList}>
        We couldn’t load this list. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  if (!data)
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton width="most" />
      </div>
    )
  if (!entries?.length)
    return (
      <p className={styles.dialogList}>{side === 'followers' ? 'No followers yet.' : 'Not following anyone yet.'}</p>
    )
  return (
    <ul
      className={styles.dialogList}
      aria-label={side === 'followers' ? 'Followers' : 'Following'}
      // A name links to a page, so close the dialog.
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('a') && currentTarget.closest('dialog')?.close()
      }
    >
      {entries.map(({ user, is_followed }) => (
        <PersonRow
          key={user.id}
          person={user}
          act={user.id !== viewerId && <FollowButton person={user} isFollowed={is_followed} source={`${side}_modal`} />}
        />
      ))}
    </ul>
  )
}
