import { IconBuilding, IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { ROUTES, withNext } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useSearch } from '#web/platform/router/match.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { LandingPage } from '#web/features/accounts/sign-in/LandingPage.tsx'
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

/** The ways to sign in: by password, and by passkey. */
function useSignIn(search: LoginSearch) {
  const [problem, setProblem] = useState<string>()
  // The initial URL fragment; links on this page change it.
  const [fragment, setFragment] = useState('')
  useEffect(() => setFragment(location.hash), [])
  const next = nextOf(search.next, fragment)
  // Each resolves to an error message, or undefined.
  const enter = useCommand((way: () => Promise<string | undefined>) => way(), { onSuccess: setProblem })
  const form = useForm({
    initial: { email: '', password: '', keep_signed_in: true },
    submit: async ({ email, password, keep_signed_in: keepSignedIn }) => {
      await enter.run(() => signIn({ email, password, keepSignedIn, next }))
    },
  })
  const enterByPasskey = () => {
    const keepSignedIn = new FormData(form.props.ref.current!).has('keep_signed_in')
    void enter.run(() => signInByPasskey({ keepSignedIn, next }).catch(() => NOT_LOADED))
  }
  return { problem, next, enter, form, enterByPasskey }
}

export function LoginPage() {
  useTitle('Sign in')
  const search: LoginSearch = useSearch()
  // A session that ended elsewhere leaves its offline cache on this device, and the next user may be another person.
  useEffect(clearOfflineCache, [])
  const { demoAccounts, demoPassword, supportEmail, signInProviders = [] } = usePageProps()
  const signingIn = useSignIn(search)
  const { problem, next, enter } = signingIn
  const told = loginErrorMessage(search)
  const sentence = problem ?? told
  // Where the words come first, a message about signing in must still be seen.
  useEffect(() => {
    if (told !== undefined && matchMedia(BELOW_THE_WORDS).matches)
      document.getElementById('sign-in-title')?.scrollIntoView()
  }, [told])
  return (
    <LandingPage>
      <h2 id="sign-in-title" className="t-state-title">
        Sign in
      </h2>
      <p role="alert" className={sentence ? styles.sentence : undefined}>
        {sentence}
      </p>
      <SignInForm {...signingIn} providers={signInProviders} />
      <p className={`t-meta ${styles.help}`}>
        Can’t sign in? Contact <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      {demoAccounts && demoPassword && (
        <DemoAccounts
          accounts={demoAccounts}
          isSending={enter.isPending}
          enter={(email) => void enter.run(() => signIn({ email, password: demoPassword, keepSignedIn: false, next }))}
        />
      )}
    </LandingPage>
  )
}

const BELOW_THE_WORDS = '(max-width: 1199px)'

interface FormProps extends ReturnType<typeof useSignIn> {
  providers: readonly { id: number; name: string }[]
}

const SignInForm = ({ form, next, enter, enterByPasskey, providers }: FormProps) => (
  <form {...form.props} className={styles.form} method="post">
    <Button disabled={enter.isPending} onClick={enterByPasskey}>
      <IconKey aria-hidden="true" />
      Sign in with a passkey
    </Button>
    {providers.map(({ id, name }) => (
      <ButtonLink key={id} href={withNext(`/api/auth/single-sign-on/${id}`, next)}>
        <IconBuilding aria-hidden="true" />
        Sign in with {name}
      </ButtonLink>
    ))}
    <p className={styles.or}>
      <span>or</span>
    </p>
    <Field
      label="Email address"
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      {...form.native('email')}
    />
    <Field
      label="Password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={256}
      {...form.native('password')}
    />
    <a className={styles.forgot} href={withNext(ROUTES.forgotPassword, next)}>
      Forgot your password?
    </a>
    <CheckboxField label="Keep me signed in on this device" name="keep_signed_in" defaultChecked />
    <SubmitButton isPending={enter.isPending}>Sign in</SubmitButton>
  </form>
)
