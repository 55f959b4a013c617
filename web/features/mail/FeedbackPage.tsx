import { Button } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { IncompleteLink } from '#web/platform/email-links/IncompleteLink.tsx'
import { useEmailLink } from '#web/platform/email-links/use-email-link.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useSearch } from '#web/platform/router/match.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from './Mail.module.css'

const ANSWERS = { yes: 'Helpful', no: 'Not helpful' } as const
type Answer = keyof typeof ANSWERS

/** Whether the post of an email was useful, from its link, without signing in. A program that opens links records nothing. */
export function FeedbackPage() {
  const { token, useful: asked } = useSearch()
  const { state, run } = useEmailLink<{ useful: Answer }>('/api/listserv-email-feedback')
  useTitle('Was this email helpful?')
  const give = async (useful: Answer) => {
    if (await run({ token, useful })) toast.success(`Saved: ${ANSWERS[useful].toLowerCase()}`)
  }
  const saved = typeof state === 'object' ? state.done.useful : undefined
  const answers: readonly Answer[] = asked === 'no' ? ['no', 'yes'] : ['yes', 'no']
  return (
    <main className={styles.alone}>
      <StatePage
        level={1}
        title="Was this email helpful?"
        actions={answers.map((answer, place) => (
          <Button
            key={answer}
            look={place === 0 ? 'filled' : 'quiet'}
            disabled={state === 'sending'}
            aria-pressed={saved === answer}
            onClick={() => void give(answer)}
          >
            {ANSWERS[answer]}
          </Button>
        ))}
      >
        <div role="status">
          {state === 'unknown' ? (
            <IncompleteLink />
          ) : (
            <p>
              {state === 'failed'
                ? 'We couldn’t save this just now. Try again in a moment.'
                : saved
                  ? 'Thank you. Only the number of answers is shown to staff. You can change yours.'
                  : 'Your answer helps staff see which discussions are worth an email.'}
            </p>
          )}
        </div>
      </StatePage>
    </main>
  )
}
