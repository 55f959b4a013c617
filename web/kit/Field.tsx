import { useId, type InputHTMLAttributes } from 'react'
import styles from './Field.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** One plain sentence, next to the field. */
  problem?: string | undefined
  /** What helps to fill it in, said before. */
  hint?: string | undefined
}

export function Field({ label, problem, hint, ...rest }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input {...rest} id={id} aria-invalid={problem ? true : undefined} aria-describedby={described || undefined} />
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
