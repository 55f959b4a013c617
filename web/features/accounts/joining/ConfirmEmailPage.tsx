import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { FailedPage, Intro, Support, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { useSearch } from '#web/platform/router/match.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

interface EmailLink {
  act: 'confirm' | 'undo'
  kind: 'primary' | 'secondary'
  email: string
  old_email: string | null
}

/** Target of the links in emails about an address change. Requires a click, because mail scanners open every link. */
export function ConfirmEmailPage() {
  const { token = '' }: { token?: string } = useSearch()
  useTitle('Change your email address')
  const { data, error, refetch } = useQuery(
    callQuery<EmailLink>(`/auth/confirm-email/${encodeURIComponent(String(token))}`),
  )
  if (error instanceof ApiError && error.status === 404) return <Over />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <Follow link={data} token={String(token)} />
}

function Follow({ link, token }: { link: EmailLink; token: string }) {
  const confirm = useCommand(() => post<{ done: boolean }>('/auth/confirm-email', { token }), {
    onError: 'show',
    onSuccess: (answer) => setDone(answer.done),
  })
  const [done, setDone] = useState<boolean>()
  if (confirm.error?.status === 404) return <Over />
  if (done !== undefined) return <Done link={link} isDone={done} />
  const isUndo = link.act === 'undo'
  return (
    <>
      <h1 className="t-state-title">{isUndo ? 'Undo this email change?' : 'Confirm this email change?'}</h1>
      <Intro>{isUndo ? undoWords(link) : confirmWords(link)}</Intro>
      <FormProblem>{confirm.error && errorMessage(confirm.error)}</FormProblem>
      <div className={styles.actions}>
        <Button look="filled" disabled={confirm.isPending} onClick={() => void confirm.run()}>
          {isUndo ? 'Undo change' : 'Confirm change'}
        </Button>
      </div>
    </>
  )
}

const confirmWords = ({ kind, email }: EmailLink) =>
  kind === 'primary'
    ? `You’ll sign in with ${email} from now on.`
    : `${email} will become your secondary email address.`
const undoWords = ({ kind, old_email }: EmailLink) =>
  `${old_email ? `${old_email} will be your ${kind === 'primary' ? '' : 'secondary '}email address again` : 'Your secondary email address will be removed'}. You’ll be signed out on every device, and we’ll email you a link to choose a new password.`

function Done({ link: { act, email }, isDone }: { link: EmailLink; isDone: boolean }) {
  const title = act === 'undo' ? 'Change undone' : isDone ? 'Email address changed' : 'This address is confirmed'
  useTitle(title)
  return (
    <div role="status">
      <StatePage
        level={1}
        title={title}
        actions={
          <ButtonLink look="filled" href={act === 'undo' ? ROUTES.login : ROUTES.profileSettings}>
            {act === 'undo' ? 'Sign in' : 'Go to settings'}
          </ButtonLink>
        }
      >
        {act === 'undo' && 'Check your email for a link to choose a new password.'}
        {act === 'confirm' && isDone && `${email} is now in use.`}
        {act === 'confirm' &&
          !isDone &&
          'The change takes effect once you also open the link we sent to your other address.'}
      </StatePage>
    </div>
  )
}

function Over() {
  useTitle('This link can’t be used')
  return (
    <StatePage level={1} title="This link can’t be used" actions={<ButtonLink href={ROUTES.login}>Sign in</ButtonLink>}>
      <p>
        It may have been used or canceled, it may have expired, or part of the address may be missing. Nothing was
        changed.
      </p>
      <p>
        If this keeps happening, contact <Support />.
      </p>
    </StatePage>
  )
}
