import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { useSearch } from '#web/platform/router/match.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const ANSWERS = { yes: 'Helpful', no: 'Not helpful' } as const
type Answer = keyof typeof ANSWERS
type State = 'asking' | 'sending' | 'unknown' | Answer

/** Whether the post of an email was useful, from its link, without signing in. A program that opens links records nothing. */
export function FeedbackPage() {
  const { token, useful: asked } = useSearch()
  const { supportEmail } = usePageProps()
  const [state, setState] = useState<State>('asking')
  useTitle('Was this email helpful?')
  const give = async (useful: Answer) => {
    setState('sending')
    try {
      const response = await fetch('/api/listserv-email-feedback', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, useful }),
      })
      if (response.status === 404) return setState('unknown')
      if (!response.ok) throw new Error('refused')
      setState(useful)
      toast.success(`Saved: ${ANSWERS[useful].toLowerCase()}`)
    } catch {
      setState('asking')
      toast.error('We couldn’t save this just now', 'Try again in a moment.')
    }
  }
  const pressed: Answer = asked === 'no' ? 'no' : 'yes'
  const answers: readonly Answer[] = pressed === 'yes' ? ['yes', 'no'] : ['no', 'yes']
  return (
    <StatePage
      level={1}
      title="Was this email helpful?"
      actions={answers.map((answer) => (
        <Button
          key={answer}
          look={answer === pressed ? 'filled' : 'quiet'}
          disabled={state === 'sending'}
          aria-pressed={state === answer}
          onClick={() => void give(answer)}
        >
          {ANSWERS[answer]}
        </Button>
      ))}
    >
      <div role="status">
        {state === 'unknown' ? (
          <p>
            This link is incomplete. Open it again from the email, or contact{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        ) : state === 'yes' || state === 'no' ? (
          <p>Thank you. Only the number of answers is shown to staff. You can change yours.</p>
        ) : (
          <p>Your answer helps staff see which discussions are worth an email.</p>
        )}
      </div>
    </StatePage>
  )
}
