import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ROUTES, withNext } from '#shared/routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { DemoAccounts } from '#web/features/accounts/sign-in/DemoAccounts.tsx'
import {
  loginErrorMessage,
  nextOf,
  signIn,
  signInByPasskey,
  type LoginSearch,
} from '#web/features/accounts/sign-in/sign-in.ts'
import styles from './LoginPage.module.css'

const NOT_LOADED = 'We couldn’t load passkeys. Reload the page and try again.'

export function LoginPage() {
  useTitle('Sign in')
  const search: LoginSearch = useSearch({ strict: false })
  // A session that ended elsewhere leaves what it let this device keep, and the next one here may be somebody else's.
  useEffect(clearOfflineCache, [])
  const { demoAccounts, demoPassword, supportEmail } = usePageProps()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  // The fragment as it came: what is followed on this page changes it.
  const [fragment, setFragment] = useState('')
  useEffect(() => setFragment(location.hash), [])
  const next = nextOf(search.next, fragment)
  const enter = async (email: string, password: string, keepSignedIn: boolean) => {
    setSending(true)
    setProblem(await signIn({ email, password, keepSignedIn, next }))
    setSending(false)
  }
  const form = useRef<HTMLFormElement>(null)
  const enterByPasskey = async () => {
    const keepSignedIn = new FormData(form.current!).has('keep_signed_in')
    setSending(true)
    setProblem(await signInByPasskey({ keepSignedIn, next }).catch(() => NOT_LOADED))
    setSending(false)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void enter(String(form.get('email')), String(form.get('password')), form.has('keep_signed_in'))
  }
  const sentence = problem ?? loginErrorMessage(search)
  return (
    <>
      <h1 className="t-state-title">Sign in</h1>
      <p role="alert" className={sentence ? styles.sentence : undefined}>
        {sentence}
      </p>
      <form ref={form} className={styles.form} method="post" onSubmit={onSubmit}>
        <Field label="Email address" name="email" type="email" autoComplete="username" required maxLength={254} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={256}
        />
        <a className={styles.forgot} href={withNext(ROUTES.forgotPassword, next)}>
          Forgot your password?
        </a>
        <label className={styles.keep}>
          <input type="checkbox" name="keep_signed_in" defaultChecked />
          Keep me signed in on this device
        </label>
        <Button look="filled" type="submit" disabled={isSending}>
          Sign in
        </Button>
        <Button disabled={isSending} onClick={() => void enterByPasskey()}>
          Sign in with a passkey
        </Button>
      </form>
      <p className={`t-meta ${styles.help}`}>
        Can’t sign in? Contact <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      {demoAccounts && demoPassword && (
        <DemoAccounts
          accounts={demoAccounts}
          isSending={isSending}
          enter={(email) => void enter(email, demoPassword, false)}
        />
      )}
    </>
  )
}
