import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { IncompleteLink } from '#web/platform/email-links/IncompleteLink.tsx'
import { useEmailLink } from '#web/platform/email-links/use-email-link.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useParams } from '#web/platform/router/match.ts'

interface Words {
  title: string
  explanation: string
  act: string
  done: (network: string) => string
}

/** By the scope, which is the first word of the token. */
const WORDS: Record<string, Words> = {
  thread: {
    title: 'Mute this discussion',
    explanation: 'You’ll get no more emails and no notifications about this discussion. You can still read it here.',
    act: 'Mute',
    done: () => 'You’ll get no more emails about this discussion.',
  },
  digest: {
    title: 'Switch to a daily digest',
    explanation: 'Instead of an email for each message, you’ll get one a day with everything new.',
    act: 'Switch to a daily digest',
    done: (network) => `You’ll get one email a day from ${network}.`,
  },
  each: {
    title: 'Get each message',
    explanation: 'Instead of one email a day, you’ll get each discussion and reply as an email of its own.',
    act: 'Get each message',
    done: (network) => `You’ll get each message from ${network} by email.`,
  },
  network: {
    title: 'Stop discussion emails',
    explanation: 'You’ll get no more discussions of this network by email. Email about your account isn’t affected.',
    act: 'Stop emails',
    done: (network) => `You’ll get no more discussions from ${network} by email.`,
  },
  all: {
    title: 'Stop all discussion emails',
    explanation: 'You’ll get no discussions by email. Email about your account isn’t affected.',
    act: 'Stop emails',
    done: () => 'You’ll get no more discussions by email.',
  },
}

/** Stops what the link in an email names, after a click; opening the link alone does nothing. */
export function LeavePage() {
  const { token = '' } = useParams()
  const { state, run } = useEmailLink<{ network: string | null }>(`/unsubscribe/list/${encodeURIComponent(token)}`)
  const words = WORDS[token.split('-', 1)[0]!] ?? WORDS['all']!
  const isDone = typeof state === 'object'
  useTitle(words.title)
  return (
    <StatePage
      level={1}
      title={isDone ? 'Saved' : words.title}
      actions={
        isDone ? (
          <ButtonLink href={`${ROUTES.profileSettings}#mail`}>Email settings</ButtonLink>
        ) : (
          <Button look="filled" disabled={state === 'sending'} onClick={() => void run()}>
            {state === 'failed' ? 'Try again' : words.act}
          </Button>
        )
      }
    >
      <div role="status">
        {state === 'unknown' ? (
          <IncompleteLink />
        ) : (
          <p>
            {state === 'failed'
              ? 'We couldn’t save this just now. Nothing has changed.'
              : isDone
                ? words.done(state.done.network ?? 'this network')
                : words.explanation}
          </p>
        )}
      </div>
    </StatePage>
  )
}
