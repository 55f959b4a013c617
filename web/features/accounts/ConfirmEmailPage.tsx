import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { FailedPage, Lead, Sentence, Support, Waiting } from '#web/features/accounts/DoorParts.tsx'
import { callQuery } from '#web/features/accounts/doors.queries.ts'
import { useSending } from '#web/platform/use-sending.ts'
import styles from './Doors.module.css'

interface EmailLink {
  act: 'confirm' | 'undo'
  kind: 'primary' | 'secondary'
  email: string
  old_email: string | null
}

/** The links in mails about a change of address. By a click: what looks through mail for dangers opens every link. */
export function ConfirmEmailPage() {
  const { token = '' }: { token?: string } = useSearch({ strict: false })
  useTitle('Change of address')
  const { data, error, refetch } = useQuery(
    callQuery<EmailLink>(`/auth/confirm-email/${encodeURIComponent(String(token))}`),
  )
  if (error instanceof ProblemError && error.status === 404) return <Over />
  if (error) return <FailedPage again={() => void refetch()} />
  if (!data) return <Waiting />
  return <Follow link={data} token={String(token)} />
}

function Follow({ link, token }: { link: EmailLink; token: string }) {
  const { send, isSending, sentence, problem } = useSending()
  const [done, setDone] = useState<boolean>()
  if (problem?.status === 404) return <Over />
  if (done !== undefined) return <Done link={link} isDone={done} />
  const isUndo = link.act === 'undo'
  const follow = async () => {
    const answer = await send<{ done: boolean }>('/auth/confirm-email', { token })
    if (answer) setDone(answer.done)
  }
  return (
    <>
      <h1 className="t-state-title">{isUndo ? 'Undo the change of address?' : 'Confirm the change of address?'}</h1>
      <Lead>{isUndo ? undoWords(link) : confirmWords(link)}</Lead>
      <Sentence>{sentence}</Sentence>
      <div className={styles.actions}>
        <Button look="filled" disabled={isSending} onClick={() => void follow()}>
          {isUndo ? 'Undo the change' : 'Confirm the change'}
        </Button>
      </div>
    </>
  )
}

const confirmWords = ({ kind, email }: EmailLink) =>
  kind === 'primary'
    ? `${email} is to be the address with which you sign in.`
    : `${email} is to be your second address.`
const undoWords = ({ kind, old_email }: EmailLink) =>
  `${old_email ? `${old_email} becomes your ${kind === 'primary' ? '' : 'second '}address again` : 'You have no second address again'}. Every device is signed out, and we send you a link to choose a new password.`

function Done({ link: { act, email }, isDone }: { link: EmailLink; isDone: boolean }) {
  const title =
    act === 'undo' ? 'The change is undone' : isDone ? 'The address is changed' : 'This address has confirmed'
  useTitle(title)
  return (
    <div role="status">
      <StatePage
        level={1}
        title={title}
        actions={
          <ButtonLink look="filled" href={act === 'undo' ? ROUTES.login : ROUTES.profileSettings}>
            {act === 'undo' ? 'Sign in' : 'Go to the settings'}
          </ButtonLink>
        }
      >
        {act === 'undo' && 'Look into your mail for the link to a new password.'}
        {act === 'confirm' && isDone && `From now on ${email} counts.`}
        {act === 'confirm' &&
          !isDone &&
          'The change happens once the link in the mail to the other address is opened too.'}
      </StatePage>
    </div>
  )
}

function Over() {
  useTitle('This link cannot be used')
  return (
    <StatePage
      level={1}
      title="This link cannot be used"
      actions={<ButtonLink href={ROUTES.login}>Sign in</ButtonLink>}
    >
      <p>It was used already, was given up, is too old, or its address is not complete. Nothing was changed.</p>
      <p>
        If this returns, write to <Support />.
      </p>
    </StatePage>
  )
}
