import { NAME_LENGTH } from '#shared/accounts.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'
import { Field } from '#web/kit/Field.tsx'

interface Props {
  firstName?: string
  lastName?: string
  /** The sentence about a field, where there is one. */
  of: (field: 'first_name' | 'last_name') => string | undefined
}

/** First and last name side by side. */
export function NameFields({ firstName, lastName, of }: Props) {
  return (
    <div className={styles.names}>
      <Field
        label="First name"
        name="first_name"
        autoComplete="given-name"
        required
        maxLength={NAME_LENGTH}
        defaultValue={firstName}
        problem={of('first_name')}
      />
      <Field
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        required
        maxLength={NAME_LENGTH}
        defaultValue={lastName}
        problem={of('last_name')}
      />
    </div>
  )
}
