import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { DELETION_DAYS, EXPORT_HOURS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { POST } from '#web/platform/http.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'
import { Sentence } from '#web/features/accounts/DoorParts.tsx'
import { callQuery } from '#web/features/accounts/doors.queries.ts'
import { Acts, Password } from '#web/features/accounts/Passkeys.tsx'
import { NotLoaded, Row, sayNotLoaded } from '#web/features/accounts/SettingParts.tsx'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Settings.module.css'

interface State {
  export: { requested_at: string; ready_at: string | null; expires_at: string | null } | null
  deletion: { requested_at: string; due_at: string } | null
}
const ownDataQuery = callQuery<State>('/account/own-data')
const FILE_NAME = 'counterpart-data.json'

/** A copy of everything that is the member's, and leaving. */
export function OwnData() {
  const { data, isError, refetch } = useQuery(ownDataQuery)
  const { copy }: { copy?: string } = useSearch({ strict: false })
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

interface AskProps {
  path: string
  submit: string
  text: string
  close: () => void
  done: () => void
}

function Ask({ path, submit, text, close, done }: AskProps) {
  const { form, send, isSending, of, sentence } = useSending(['password'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await send(path, textsOf(event.currentTarget))) done()
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      <p className={styles.text}>{text}</p>
      <Password problem={of('password')} autoFocus />
      <Acts submit={submit} isSending={isSending} close={close} />
    </form>
  )
}

function Copy({ state }: { state: State['export'] }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh()
  const { email } = useUser()
  const isWaiting = state !== null && state.ready_at === null
  if (isOpen)
    return (
      <Ask
        path="/account/export"
        submit="Ask for the copy"
        text={`The link comes to ${email} and holds for ${EXPORT_HOURS} hours.`}
        close={() => setOpen(false)}
        done={() => {
          setOpen(false)
          void refresh()
          toast.success('Your copy is being made', 'Its link comes by mail.')
        }}
      />
    )
  return (
    <Row
      name="A copy of your data"
      act={
        <Button disabled={isWaiting} onClick={() => setOpen(true)}>
          {isWaiting ? 'Being made' : 'Ask for a copy'}
        </Button>
      }
    >
      {isWaiting
        ? 'The link comes by mail when it is ready.'
        : 'Your profile, what you posted, also privately, agreements, votes, the list of your files, your sessions: one file, and nothing of anybody else.'}
    </Row>
  )
}

/** Where the link in the mail leads. */
function SaveCopy({ token }: { token: string }) {
  const { form, refuse, of, sentence } = useSending(['password'])
  const [isSending, setSending] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password = '' } = textsOf(event.currentTarget)
    setSending(true)
    const loaded = await import('#web/features/accounts/save-copy.ts').catch(sayNotLoaded)
    const problem = await loaded?.saveCopy({ token, password }, FILE_NAME)
    setSending(false)
    if (!loaded) return
    if (problem) refuse(problem)
    else toast.success(`Saved as ${FILE_NAME}`)
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
      <Sentence>{sentence}</Sentence>
      <p className={styles.text}>
        Your copy is ready. It holds what you wrote privately, so your password is asked again.
      </p>
      <Password problem={of('password')} autoFocus />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save the copy
        </Button>
      </div>
    </form>
  )
}

function Leaving({ state }: { state: State['deletion'] }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh()
  const { time_zone, is_staff } = useUser()
  if (is_staff) return <Row name="Delete your account">Accounts of staff are ended by whoever runs the house.</Row>
  if (state)
    return (
      <div className={styles.notice} role="status">
        <p>Your account will be deleted on {longDate(state.due_at, time_zone)}. Until then everything is as it was.</p>
        <Button className={styles.below} onClick={() => void takeBack(refresh)}>
          Keep my account
        </Button>
      </div>
    )
  if (isOpen)
    return (
      <Ask
        path="/account/deletion"
        submit={`Delete in ${DELETION_DAYS} days`}
        text={`In ${DELETION_DAYS} days your name, addresses, picture and settings go, and you cannot sign in any more. What you posted stays under “Former member”. Until then you can take it back here.`}
        close={() => setOpen(false)}
        done={() => {
          setOpen(false)
          void refresh()
          toast.success('Your account will be deleted', `You can take it back for ${DELETION_DAYS} days.`)
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
      After {DELETION_DAYS} days in which you can take it back. What you posted stays, under “Former member”.
    </Row>
  )
}

async function takeBack(refresh: () => Promise<void>) {
  const [, error] = await POST('/account/deletion/take-back', {})
  await refresh()
  if (error) toast.error(error.message)
  else toast.success('Your account stays')
}
