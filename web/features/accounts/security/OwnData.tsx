import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { longDate } from '#shared/kit/dates.ts'
import { DELETION_DAYS, EXPORT_HOURS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { useUser } from '#web/platform/session/session.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'
import { Acts, Password, PasswordQuestion } from '#web/features/accounts/security/Passkeys.tsx'
import { NotLoaded, Row } from '#web/features/accounts/settings/SettingParts.tsx'
import styles from '#web/features/accounts/settings/Settings.module.css'

interface State {
  export: { requested_at: string; ready_at: string | null; expires_at: string | null } | null
  deletion: { requested_at: string; due_at: string } | null
}
const ownDataQuery = callQuery<State>('/account/own-data')
const FILE_NAME = 'counterpart-data.json'

/** Exports the member's data, and deletes the account. */
export function OwnData() {
  const { data, isError, refetch } = useQuery(ownDataQuery)
  const { copy }: { copy?: string } = useSearch()
  if (isError) return <NotLoaded again={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  return (
    <>
      {copy ? <SaveCopy token={String(copy)} /> : <Copy state={data.export} />}
      <Leaving state={data.deletion} />
    </>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ownDataQuery.queryKey })
}

function RequestCopy({ close, done }: { close: () => void; done: () => void }) {
  const { email } = useUser()
  const form = useForm({
    initial: { password: '' },
    submit: (values) => post('/account/export', values),
    onDone: done,
  })
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem}</FormProblem>
      <p className={styles.text}>
        We’ll email a link to {email}. It works for {EXPORT_HOURS} hours.
      </p>
      <Password problem={form.problemOf('password')} autoFocus />
      <Acts submit="Request copy" isPending={form.isPending} close={close} />
    </form>
  )
}

function Copy({ state }: { state: State['export'] }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh()
  const isWaiting = state !== null && state.ready_at === null
  if (isOpen)
    return (
      <RequestCopy
        close={() => setOpen(false)}
        done={() => {
          setOpen(false)
          void refresh()
          toast.success('We’re preparing your data', 'We’ll email you a link.')
        }}
      />
    )
  return (
    <Row
      name="A copy of your data"
      act={
        <Button disabled={isWaiting} onClick={() => setOpen(true)}>
          {isWaiting ? 'In progress' : 'Request a copy'}
        </Button>
      }
    >
      {isWaiting
        ? 'We’ll email you a link when it’s ready.'
        : 'One file with your profile, your posts (including private replies), your agreements and votes, a list of your files, and your sign-in sessions. It includes no one else’s data.'}
    </Row>
  )
}

/** Target of the link in the export email. */
function SaveCopy({ token }: { token: string }) {
  const form = useForm({
    initial: { password: '' },
    submit: async ({ password }) => {
      const loaded = await import('#web/features/accounts/security/save-copy.ts').catch(showLoadError)
      const problem = await loaded?.saveCopy({ token, password }, FILE_NAME)
      if (problem) throw problem
      if (loaded) toast.success(`Saved as ${FILE_NAME}`)
    },
  })
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem}</FormProblem>
      <p className={styles.text}>
        Your copy is ready. Because it includes your private messages, you’ll need to enter your password again.
      </p>
      <Password problem={form.problemOf('password')} autoFocus />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Download copy</SubmitButton>
      </div>
    </form>
  )
}

function Leaving({ state }: { state: State['deletion'] }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh()
  const { time_zone, is_staff } = useUser()
  const keep = useCommand(() => post('/account/deletion/take-back', {}), {
    invalidate: [ownDataQuery.queryKey],
    success: 'Deletion canceled. Your account stays open',
  })
  if (is_staff) return <Row name="Delete your account">Staff accounts can be deactivated only by an owner.</Row>
  if (state)
    return (
      <div className={styles.notice} role="status">
        <p>Your account will be deleted on {longDate(state.due_at, time_zone)}. Until then, nothing changes.</p>
        <Button className={styles.below} disabled={keep.isPending} onClick={() => void keep.run()}>
          Keep my account
        </Button>
      </div>
    )
  if (isOpen)
    return (
      <PasswordQuestion
        path="/account/deletion"
        confirm={`Delete in ${DELETION_DAYS} days`}
        question={`In ${DELETION_DAYS} days we’ll delete your name, email addresses, photo, and settings, and you’ll no longer be able to sign in. Your posts will remain under “Former member.” You can cancel here until then.`}
        close={() => setOpen(false)}
        done={() => {
          setOpen(false)
          void refresh()
          toast.success('Your account will be deleted', `You can cancel for ${DELETION_DAYS} days.`)
        }}
      />
    )
  return (
    <Row
      name="Delete your account"
      act={
        <Button className={styles.danger} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      }
    >
      Takes effect after {DELETION_DAYS} days; you can cancel until then. Your posts remain under “Former member.”
    </Row>
  )
}
