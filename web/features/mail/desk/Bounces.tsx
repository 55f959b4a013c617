import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffBouncedAddresses, ResumeMemberMail, type GetStaffBouncedAddressesQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { Button } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { bouncedQuery } from './mail-desk.queries.ts'
import { Paged } from './Paged.tsx'
import styles from './MailDesk.module.css'

/** Members whose emails are paused, and whose address refused one lately. */
export function Bounces() {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({ ...bouncedQuery(offset), placeholderData: keepPreviousData })
  return (
    <Paged
      label="Bounces and complaints"
      page={data?.staff_bounced_addresses}
      {...{ isError, offset }}
      again={refetch}
      onPage={setOffset}
      none="No address refused an email in the last 30 days."
    >
      {(address) => <Row key={address.user_id} address={address} />}
    </Paged>
  )
}

const WHY = {
  bounces: 'The address refused emails on several days.',
  complaint: 'The member called an email unwanted.',
} as const

type Address = GetStaffBouncedAddressesQuery['staff_bounced_addresses']['items'][number]

function Row({ address: { user_id, user, email, bounced_at, paused_at, pause_reason } }: { address: Address }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(ResumeMemberMail, {
    invalidate: [[GetStaffBouncedAddresses.name]],
    success: `${user.name} gets emails again`,
    messages: { title: 'Nothing was changed' },
  })
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <div className={rows.grow}>
        <p className={styles.title}>
          <Link to={`${STAFF_ROUTES.members}/${user_id}`}>{user.name}</Link>
        </p>
        <p className={rows.quiet}>{email}</p>
        <p>
          {paused_at ? <b className={styles.bad}>Paused</b> : 'Still sent'}
          {paused_at && ` since ${longDate(paused_at, time_zone)}. ${pause_reason ? WHY[pause_reason] : ''}`}
          {!paused_at && bounced_at && `. Refused an email ${longDate(bounced_at, time_zone)}.`}
        </p>
      </div>
      {paused_at && (
        <Button disabled={isPending} onClick={() => void run({ user_id })}>
          Resume
        </Button>
      )}
    </li>
  )
}
