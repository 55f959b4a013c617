import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#shared/devices.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { sessionsQuery, useEndSessions, type DeviceSession } from '#web/features/accounts/security/accounts.queries.ts'
import styles from '#web/features/accounts/settings/SettingsPage.module.css'

/** The member's sessions, each with a sign-out button. */
export function Devices() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const { run, isPending } = useEndSessions()
  if (isError) {
    return (
      <StatePage title="We couldn’t load your devices" again={refetch}>
        Nothing has changed. You’re still signed in on the same devices.
      </StatePage>
    )
  }
  if (!sessions) return <Skeleton width="most" />
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id)
  const end = (ids: string[]) => void run(ids)
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <Device key={session.id} session={session} isPending={isPending} end={() => end([session.id])} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button className={styles.all} disabled={isPending} onClick={() => end(others)}>
          Sign out on all other devices
        </Button>
      )}
    </>
  )
}

function Device({ session, isPending, end }: { session: DeviceSession; isPending: boolean; end: () => void }) {
  const { time_zone } = useUser()
  const device = deviceName(session.user_agent)
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>{device}</p>
        <p className={`t-meta ${styles.facts}`}>
          {session.current ? 'This device' : `Last used ${longDate(session.updated_at, time_zone)}`}
          {session.ip_address && `, from ${session.ip_address}`}. Signed in {longDate(session.created_at, time_zone)}.
        </p>
      </div>
      {!session.current && (
        <Button disabled={isPending} aria-label={`Sign out on ${device}`} onClick={end}>
          Sign out
        </Button>
      )}
    </li>
  )
}
