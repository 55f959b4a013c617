import { post } from '#web/platform/api/post.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { NewPassword } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { Button } from '#web/kit/Button.tsx'
import { AccountField } from '#web/kit/forms/Controls.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

interface Props {
  email: string
  /** If true, only ask for the terms. */
  hasPassword: boolean
  hasAccepted: boolean
  /** Versions of the linked legal texts. */
  shown: { terms_of_use: number | undefined; privacy_policy: number | undefined }
  /** Refetches the versions: a new version may be the cause. */
  onRefused: () => Promise<unknown>
  onDone: () => Promise<void>
}

/** Sets the first password and accepts the terms. */
export function PasswordStep({ email, hasPassword, hasAccepted, shown, onRefused, onDone }: Props) {
  const form = useForm({
    initial: { password: '', terms_of_use: false, privacy_policy: false },
    submit: async ({ password, ...accepted }) => {
      try {
        await post('/onboarding/password', { ...(!hasPassword && { password }), ...accepted, shown })
      } catch (error) {
        await onRefused()
        throw error
      }
      await onDone()
    },
  })
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
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form} method="post">
        <AccountField email={email} />
        {!hasPassword && <NewPassword problem={form.problemOf('password')} />}
        <div className={styles.ticks}>
          <Accepted kind="terms_of_use" version={shown.terms_of_use} problem={form.problemOf('terms_of_use')} />
          <Accepted kind="privacy_policy" version={shown.privacy_policy} problem={form.problemOf('privacy_policy')} />
        </div>
        <SubmitButton isPending={form.isPending}>
          {hasPassword ? 'Accept and continue' : 'Save password and continue'}
        </SubmitButton>
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
    <CheckboxField
      name={kind}
      required
      problem={problem}
      label={
        <>
          I accept the{' '}
          <a className={styles.link} href={LEGAL_PATHS[kind]} target="_blank" rel="noreferrer">
            {LEGAL_TITLES[kind].toLowerCase()}
          </a>
          {version && `, version ${version}`}
        </>
      }
    />
  )
}
