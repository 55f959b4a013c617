import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { usePageProps } from '#web/platform/page-props.ts'

type State = 'asking' | 'sending' | 'done' | 'unknown' | 'failed'

/** Ends the mail about notifications, once somebody says so: opening the address alone ends nothing. */
export function UnsubscribePage() {
  const { token } = useParams({ strict: false })
  const { supportEmail } = usePageProps()
  const [state, setState] = useState<State>('asking')
  const isDone = state === 'done'
  const title = isDone ? 'You get no more of this mail' : 'Stop mail about notifications'
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
          <ButtonLink href={`${ROUTES.profileSettings}#notifications`}>Choose what you are told</ButtonLink>
        ) : (
          <Button look="filled" disabled={state === 'sending'} onClick={() => void stop()}>
            {state === 'failed' ? 'Try again' : 'Stop this mail'}
          </Button>
        )
      }
    >
      <div role="status">
        {state === 'unknown' ? (
          <p>
            This address is not complete. Open it from the mail again, or write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        ) : state === 'failed' ? (
          <p>It could not be stopped just now. Nothing has changed.</p>
        ) : isDone ? (
          <p>Notifications still stand on their page. Mail about your account and your membership still comes.</p>
        ) : (
          <p>Mail about mentions, private replies, replies and chats ends. Nothing else changes.</p>
        )}
      </div>
    </StatePage>
  )
}
