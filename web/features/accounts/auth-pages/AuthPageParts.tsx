import { useState, type ReactNode } from 'react'
import { PASSWORD_HINT, PASSWORD_LENGTH } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { PasswordStrength } from '#web/features/accounts/auth-pages/PasswordStrength.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import styles from './AuthPages.module.css'

export const Intro = ({ children }: { children: ReactNode }) => <p className={`t-reply ${styles.lead}`}>{children}</p>

interface NewPasswordProps {
  problem: string | undefined
  name?: string
  /** Words easy to guess for this member, such as their name. */
  about?: readonly string[]
}

export function NewPassword({ problem, name = 'password', about }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  return (
    <div>
      <Field
        label="New password"
        name={name}
        type="password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_LENGTH.min}
        maxLength={PASSWORD_LENGTH.max}
        hint={PASSWORD_HINT}
        problem={problem}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordStrength password={password} about={about} />
    </div>
  )
}

export function Waiting() {
  return (
    <div aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton />
      <Skeleton width="most" />
    </div>
  )
}

/** `of`: the address of the network, if it has one. */
export function Support({ of }: { of?: string | null }) {
  const page = usePageProps()
  const supportEmail = of ?? page.supportEmail
  return (
    <a className={styles.link} href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  )
}

/** One page for used, expired, withdrawn and invalid tokens, so that a guess reveals nothing. */
export function ClosedPage({ title = 'This invitation isn’t available' }: { title?: string }) {
  useTitle(title)
  return (
    <StatePage
      level={1}
      title={title}
      actions={
        <ButtonLink look="filled" href={ROUTES.login}>
          Sign in
        </ButtonLink>
      }
    >
      <p>It may have expired or been used, or part of the address may be missing. If you’ve already joined, sign in.</p>
      <p>
        Otherwise, ask the person who invited you for a new invitation, or contact <Support />.
      </p>
    </StatePage>
  )
}

export function FailedPage({ again }: { again: () => void }) {
  useTitle('Page not loaded')
  return (
    <StatePage
      level={1}
      title="We couldn’t load this page"
      actions={
        <button type="button" className={styles.again} onClick={again}>
          Try again
        </button>
      }
    >
      Nothing was changed, and your link still works.
    </StatePage>
  )
}
