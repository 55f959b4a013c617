import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { DELETE } from '#web/platform/api/http.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { NotLoaded, Row } from '#web/features/accounts/settings/SettingParts.tsx'
import styles from '#web/features/accounts/settings/Settings.module.css'
import { ownIdentitiesQuery, type Identity } from '#web/features/accounts/single-sign-on/single-sign-on.queries.ts'

/** Who may sign the member in, each to be removed. */
export function SingleSignOn() {
  const { data, isError, refetch } = useQuery(ownIdentitiesQuery)
  if (isError) return <NotLoaded again={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  return (
    <>
      <p className={styles.text}>
        {data.length === 0
          ? 'No other organization signs you in. If yours can, its name is on the sign-in page.'
          : 'These organizations can sign you in. Your password works as well.'}
      </p>
      <ul>
        {data.map((identity) => (
          <li key={identity.id}>
            <Connected identity={identity} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Connected({ identity }: { identity: Identity }) {
  const { time_zone } = useUser()
  const [isAsking, setAsking] = useState(false)
  const { id, name, created_at, last_used_at } = identity
  const { run, isPending } = useCommand(
    async () => {
      const [, error] = await DELETE(`/auth/single-sign-on/${id}`)
      if (error) throw error
    },
    {
      invalidate: [ownIdentitiesQuery.queryKey],
      success: `${name} no longer signs you in`,
      messages: { title: 'Nothing was changed' },
    },
  )
  if (isAsking)
    return (
      <ConfirmForm
        question={`${name} will no longer sign you in. If you sign in there again, we’ll ask you to confirm it.`}
        confirm={`Disconnect ${name}`}
        isPending={isPending}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      />
    )
  return (
    <Row
      name={name}
      act={
        <Button aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      }
    >
      Connected {longDate(created_at, time_zone)}. {last_used_at && `Last used ${longDate(last_used_at, time_zone)}.`}
    </Row>
  )
}
