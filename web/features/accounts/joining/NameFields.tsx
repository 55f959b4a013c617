import { NAME_LENGTH } from '#shared/accounts.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'
import { Field } from '#web/kit/forms/Field.tsx'

interface Props {
  /** Returns the props of a field of the surrounding form. */
  native: (name: 'first_name' | 'last_name') => { name: string; defaultValue: string; problem: string | undefined }
}

/** First and last name side by side. */
export function NameFields({ native }: Props) {
  return (
    <div className={styles.names}>
      <Field label="First name" autoComplete="given-name" required maxLength={NAME_LENGTH} {...native('first_name')} />
      <Field label="Last name" autoComplete="family-name" required maxLength={NAME_LENGTH} {...native('last_name')} />
    </div>
  )
}
