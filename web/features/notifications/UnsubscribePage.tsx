import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { useParams } from '#web/platform/router/match.ts'

type State = 'asking' | 'sending' | 'done' | 'unknown' | 'failed'

/** Unsubscribes from notification emails after a click; opening the URL alone does nothing. */
export function UnsubscribePage() {
  const { token } = useParams()
  const { supportEmail } = usePageProps()
  const [state, setState] = useState<State>('asking')
  const isDone = state === 'done'
  const title = isDone ? 'You’re unsubscribed' : 'Unsubscribe from notification emails'
  useTitle(title)
  const stop = async () => {
    setState('sending')
    try {
      const { status } = await fetch(`/unsubscribe/${encodeURIComponent(token ?? '')}`, { method: 'POST' })
      setState(status === 200 ? 'done' : status === 404 ? 'unknown' : 'failed')
    } catch {
      setState('failed')
    }
  }
  return (
    <StatePage
      level={1}
      title={title}
      actions={
        isDone ? (
          <ButtonLink href={`${ROUTES.profileSettings}#notifications`}>Notification settings</ButtonLink>
        ) : (
          <Button look="filled" disabled={state === 'sending'} onClick={() => void stop()}>
            {state === 'failed' ? 'Try again' : 'Unsubscribe'}
          </Button>
        )
      }
    >
      <div role="status">
        {state === 'unknown' ? (
          <p>
            This link is incomplete. Open it again from the email, or contact{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
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
