import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { ownInvitationsQuery } from '#web/features/accounts/invitations/invitations.queries.ts'
import { Named, NominateForm } from '#web/features/accounts/invitations/NominateForm.tsx'
import styles from './InvitationPages.module.css'

/** A member nominates a colleague; for staff, the invitation is sent immediately. */
export function NominatePage() {
  useTitle('Invite a colleague')
  const { is_staff } = useUser()
  const { data, isError, refetch } = useQuery(ownInvitationsQuery)
  return (
    <Page>
      <h1 className="t-page-title">Invite a colleague</h1>
      <p className={styles.lead}>
        {is_staff
          ? 'We’ll send the invitation right away, in your name.'
          : 'Staff review each nomination before sending an invitation. The invitation mentions you and includes your note.'}
      </p>
      {is_staff && (
        <p className={styles.links}>
          <a href="/staff/invitations">All invitations and trial codes</a>
          <a href="/staff/outbox">Outbox</a>
        </p>
      )}
      {isError ? (
        <StatePage title="We couldn’t load your invitations" again={refetch}>
          Nothing was changed.
        </StatePage>
      ) : data ? (
        <>
          <NominateForm networks={data.networks} isStaff={is_staff} />
          <Named invitations={data.invitations} />
        </>
      ) : (
        <Skeleton width="most" />
      )}
    </Page>
  )
}
