import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { IncompleteLink } from '#web/platform/email-links/IncompleteLink.tsx'
import { useEmailLink } from '#web/platform/email-links/use-email-link.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useParams } from '#web/platform/router/match.ts'

/** Unsubscribes from notification emails after a click; opening the URL alone does nothing. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  const { state, run } = useEmailLink<object>(`/unsubscribe/${encodeURIComponent(token)}`)
  const isDone = typeof state === 'object'
  const title = isDone ? 'You’re unsubscribed' : 'Unsubscribe from notification emails'
  useTitle(title)
  return (
    <StatePage
      level={1}
      title={title}
      actions={
        isDone ? (
          <ButtonLink href={`${ROUTES.profileSettings}#notifications`}>Notification settings</ButtonLink>
        ) : (
          <Button look="filled" disabled={state === 'sending'} onClick={() => void run()}>
            {state === 'failed' ? 'Try again' : 'Unsubscribe'}
          </Button>
        )
      }
    >
      <div role="status">
        {state === 'unknown' ? (
          <IncompleteLink />
        ) : state === 'failed' ? (
          <p>We couldn’t unsubscribe you just now. Nothing has changed.</p>
        ) : isDone ? (
          <p>You can still see notifications in the app. You’ll still get email about your account and membership.</p>
        ) : (
          <p>
            You’ll stop getting email about mentions, private replies, replies, and inbox messages. Nothing else
            changes.
          </p>
        )}
      </div>
    </StatePage>
  )
}
