import { useState, type FormEvent } from 'react'
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { NewPassword, FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import { Button } from '#web/kit/Button.tsx'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

interface Props {
  email: string
  /** Then only the terms are asked for. */
  hasPassword: boolean
  hasAccepted: boolean
  /** The versions of the texts that are linked here. */
  shown: { terms_of_use: number | undefined; privacy_policy: number | undefined }
  /** Looks the versions up anew: another may be why. */
  onRefused: () => Promise<unknown>
  onDone: () => Promise<void>
}

/** The first password, and what is accepted with it. */
export function PasswordStep({ email, hasPassword, hasAccepted, shown, onRefused, onDone }: Props) {
  const { form, send, of, sentence } = useForm(['password', 'terms_of_use', 'privacy_policy'])
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password, terms_of_use, privacy_policy } = formValues(event.currentTarget)
    setBusy(true)
    try {
      const sent = await send('/onboarding/password', {
        ...(password !== undefined && { password }),
        terms_of_use: terms_of_use === 'on',
        privacy_policy: privacy_policy === 'on',
        shown,
      })
      await (sent ? onDone() : onRefused())
    } finally {
      setBusy(false)
    }
  }
  if (hasPassword && hasAccepted)
    return (
      <div className={styles.actions}>
        <Button look="filled" onClick={() => void onDone()}>
          Password saved. Continue
        </Button>
      </div>
    )
  return (
    <>
      <FormMessage>{sentence}</FormMessage>
      <form ref={form} className={styles.form} method="post" onSubmit={(event) => void onSubmit(event)}>
        {/* Beside the password, so that a password manager keeps both. */}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        {!hasPassword && <NewPassword problem={of('password')} />}
        <div className={styles.ticks}>
          <Accepted kind="terms_of_use" version={shown.terms_of_use} problem={of('terms_of_use')} />
          <Accepted kind="privacy_policy" version={shown.privacy_policy} problem={of('privacy_policy')} />
        </div>
        <Button look="filled" type="submit" disabled={isBusy}>
          {hasPassword ? 'Accept and continue' : 'Save password and continue'}
        </Button>
      </form>
    </>
  )
}

interface AcceptedProps {
  kind: LegalKind
  version: number | undefined
  problem: string | undefined
}

function Accepted({ kind, version, problem }: AcceptedProps) {
  return (
    <div>
      <label className={styles.tick}>
        <input type="checkbox" name={kind} required aria-invalid={problem ? true : undefined} />
        <span>
          I accept the{' '}
          <a className={styles.link} href={LEGAL_PATHS[kind]} target="_blank" rel="noreferrer">
            {LEGAL_TITLES[kind].toLowerCase()}
          </a>
          {version && `, version ${version}`}
        </span>
      </label>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
