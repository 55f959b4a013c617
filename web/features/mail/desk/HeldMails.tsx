import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffHeldMails, RejectHeldMail, ReleaseHeldMail, type GetStaffHeldMailsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'
import { heldQuery } from './mail-desk.queries.ts'
import { Paged } from './Paged.tsx'
import styles from './MailDesk.module.css'

type Held = GetStaffHeldMailsQuery['staff_held_mails']['items'][number]

const REASONS: Record<string, string> = {
  other_sender: 'It came from another address than the member’s.',
  unverified: 'The sender’s domain did not vouch for it.',
  anonymous: 'The member wrote anonymously in this discussion; posting it would show who they are.',
  empty: 'It has no words of the member’s own.',
  file: 'One of its files can’t be posted. It would be posted without its files.',
}

/** Emails to discussions that wait for a decision, the oldest first. */
export function HeldMails() {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({ ...heldQuery(offset), placeholderData: keepPreviousData })
  return (
    <Paged
      label="Held emails"
      page={data?.staff_held_mails}
      {...{ isError, offset }}
      again={refetch}
      onPage={setOffset}
      none="No email is waiting."
    >
      {(mail) => <Row key={mail.id} mail={mail} />}
    </Paged>
  )
}

function Row({ mail }: { mail: Held }) {
  const { time_zone } = useUser()
  const { id, subject, sender, received_at, reason, is_private, writer, posted_text, can_be_released } = mail
  const options = { invalidate: [[GetStaffHeldMails.name]], messages: { title: 'Nothing was changed' } }
  const release = useCommand(ReleaseHeldMail, { ...options, success: 'Posted' })
  const reject = useCommand(RejectHeldMail, { ...options, success: 'Rejected' })
  const isPending = release.isPending || reject.isPending
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <div className={rows.grow}>
        <p className={styles.title}>{is_private ? 'Reply to the author only' : subject || 'No subject'}</p>
        <p className={rows.quiet}>
          From {sender || 'an unknown address'}
          {writer && `, for ${writer.name}`}, {longDate(received_at, time_zone)}
        </p>
        <p>Held. {REASONS[reason] ?? reason}</p>
        {is_private ? (
          <p className={rows.quiet}>What it says is between its author and the reader, so it isn’t shown here.</p>
        ) : (
          posted_text && (
            <details>
              <summary>Show what it says</summary>
              <p className={styles.words}>{posted_text}</p>
            </details>
          )
        )}
      </div>
      <div className={styles.acts}>
        {can_be_released && (
          <Button disabled={isPending} onClick={() => void release.run({ id })}>
            Post it
          </Button>
        )}
        <Button disabled={isPending} onClick={() => void reject.run({ id })}>
          Reject
        </Button>
      </div>
    </li>
  )
}
