import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import styles from './Field.module.css'

interface Labelled {
  label: string
  /** One plain sentence, next to the field. */
  problem?: string | undefined
  /** What helps to fill it in, said before. */
  hint?: string | undefined
}
/** What every kind of field is given, so that its label, hint and problem belong to it. */
interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Frame({ label, problem, hint, children }: Labelled & { children: (control: Control) => ReactNode }) {
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
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined })}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

export const Field = ({ label, problem, hint, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) => (
  <Frame label={label} problem={problem} hint={hint}>
    {(control) => <input {...rest} {...control} />}
  </Frame>
)

/** Several lines, in the letters of what members write. */
export const TextAreaField = ({
  label,
  problem,
  hint,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Frame label={label} problem={problem} hint={hint}>
    {(control) => <textarea {...rest} {...control} />}
  </Frame>
)

export const SelectField = ({ label, problem, hint, ...rest }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Frame label={label} problem={problem} hint={hint}>
    {(control) => <select {...rest} {...control} />}
  </Frame>
)
