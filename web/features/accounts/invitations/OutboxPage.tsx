import { useQuery } from '@tanstack/react-query'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { outboxQuery, type OutboxMail } from '#web/features/accounts/invitations/invitations.queries.ts'
import styles from './InvitationPages.module.css'

/** Emails of an installation without a mail server: they are stored here, and staff pass them on. */
export function OutboxPage() {
  const { data, error, refetch } = useQuery(outboxQuery)
  if (error instanceof ApiError && error.status === 404) return <NoOutbox />
  return (
    <StaffPage
      title="Outbox"
      lede="No mail server is set up, so email is held here. These messages contain links and codes that open accounts. Give them only to the person they’re addressed to."
    >
      <div className={styles.links}>
        <Button onClick={() => void refetch()}>Refresh</Button>
      </div>
      {error && (
        <StatePage title="We couldn’t load the outbox">No email has been lost. Try again in a moment.</StatePage>
      )}
      {!data && !error && <Skeleton width="most" />}
      {data?.length === 0 && <p className={styles.empty}>No email yet.</p>}
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
      <StatePage level={1} title="Page not found">
        Email is sent through a mail server, so there is no outbox here.
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
            Preview as email
          </a>
        </p>
        <p className={styles.mail}>{withLinks(mail.text)}</p>
      </details>
    </li>
  )
}

/** Turns URLs in the text into links. */
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
