import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GetBlockedMembers, UnblockMember, thread, threads } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from './SettingsPage.module.css'

/** Whom the member has blocked, with the way back. */
export function BlockedMembers() {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const { data, isError, refetch } = useQuery(operationQuery(GetBlockedMembers, {}))
  const unblock = async ({ id, name }: { id: number; name: string }) => {
    try {
      await execute(UnblockMember, { user_id: id })
      toast.success(`You unblocked ${name}`)
    } catch (error) {
      if (error instanceof ApiError) reportUnexpectedError(error)
    }
    for (const operation of [GetBlockedMembers, thread, threads])
      void client.invalidateQueries({ queryKey: [operation.name] })
  }
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
          <Button aria-label={`Unblock ${user.name}`} onClick={() => void unblock(user)}>
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  )
}
