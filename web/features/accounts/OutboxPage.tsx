import { useQuery } from '@tanstack/react-query'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { outboxQuery, type OutboxMail } from '#web/features/accounts/inviting.queries.ts'
import styles from './Inviting.module.css'

/** Mail of a house that has no mail server: it arrives here, and staff pass it on. */
export function OutboxPage() {
  const { data, error, refetch } = useQuery(outboxQuery)
  if (error instanceof ProblemError && error.status === 404) return <NoOutbox />
  return (
    <StaffPage
      title="Outbox"
      lede="No mail server is set up, so mail is kept here. Links and codes in it open accounts: give them to nobody but the person named."
    >
      <div className={styles.links}>
        <Button onClick={() => void refetch()}>Look again</Button>
      </div>
      {error && <StatePage title="We could not load the outbox">No mail is lost. Look again in a moment.</StatePage>}
      {!data && !error && <Skeleton width="most" />}
      {data?.length === 0 && <p className={styles.empty}>No mail was written yet.</p>}
      <ul className={styles.mails}>
        {data?.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </ul>
    </StaffPage>
  )
}

function NoOutbox() {
  useTitle('Page not found')
  return (
    <Page>
      <StatePage level={1} title="There is no page at this address">
        Mail of this house goes out by its mail server.
      </StatePage>
    </Page>
  )
}

function Mail({ mail }: { mail: OutboxMail }) {
  const { time_zone } = useUser()
  return (
    <li>
      <details>
        <summary>
          <span className={styles.name}>{mail.subject}</span>
          <span className={`t-meta ${styles.facts}`}>
            {' '}
            to {mail.to}, {longDate(mail.created_at, time_zone)}
          </span>
        </summary>
        <p className={styles.links}>
          <a href={`/api/staff/outbox/${mail.id}`} target="_blank" rel="noreferrer">
            As it looks in a mail program
          </a>
        </p>
        <p className={styles.mail}>{withLinks(mail.text)}</p>
      </details>
    </li>
  )
}

/** Addresses of the text as links; everything else as it is. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
