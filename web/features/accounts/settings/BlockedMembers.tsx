import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { GetBlockedMembers, UnblockMember, thread, threads } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './SettingsPage.module.css'

/** Members the viewer has blocked, each with an unblock button. */
export function BlockedMembers() {
  const { time_zone } = useUser()
  const { data, isError, refetch } = useQuery(operationQuery(GetBlockedMembers, {}))
  const unblock = useCommand(({ id }: { id: number; name: string }) => execute(UnblockMember, { user_id: id }), {
    invalidate: [GetBlockedMembers, thread, threads].map(({ name }) => [name]),
    success: (_, { name }) => `You unblocked ${name}`,
  })
  if (isError)
    return (
      <p>
        We couldn’t load your blocked members. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  if (data?.blocked_members.length === 0)
    return (
      <p className={styles.none}>
        You haven’t blocked anyone. To block a member, use the menu on one of their replies.
      </p>
    )
  return (
    <ul>
      {data?.blocked_members.map(({ user, blocked_at }) => (
        <li key={user.id} className={styles.device}>
          <div>
            <PersonLink person={user} className={styles.name} />
            <p className={`t-meta ${styles.facts}`}>Blocked {longDate(blocked_at, time_zone)}</p>
          </div>
          <Button
            aria-label={`Unblock ${user.name}`}
            disabled={unblock.isPending}
            onClick={() => void unblock.run(user)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  )
}
