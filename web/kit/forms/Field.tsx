import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import styles from './Field.module.css'

export interface Labelled {
  label: ReactNode
  /** For screen readers only, where the context makes the field clear. */
  hidesLabel?: boolean | undefined
  /** The error message: one sentence, shown next to the field. */
  problem?: string | undefined
  /** Help text, shown before the control. */
  hint?: ReactNode
}
/** Props of every kind of control, which associate it with its label, hint and problem. */
interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Frame({
  label,
  hidesLabel,
  problem,
  hint,
  above,
  children,
}: Labelled & { above?: ReactNode; children: (control: Control) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hidesLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {above}
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined })}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

interface FieldProps extends Labelled, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
  /** Between the hint and the control: what was chosen so far. */
  above?: ReactNode
}

export const Field = ({ label, hidesLabel, problem, hint, above, ...rest }: FieldProps) => (
  <Frame label={label} hidesLabel={hidesLabel} problem={problem} hint={hint} above={above}>
    {(control) => <input {...rest} {...control} />}
  </Frame>
)

/** Multiple lines, in the typeface of members' text. */
export const TextAreaField = ({
  label,
  hidesLabel,
  problem,
  hint,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Frame label={label} hidesLabel={hidesLabel} problem={problem} hint={hint}>
    {(control) => <textarea {...rest} {...control} />}
  </Frame>
)

export const SelectField = ({
  label,
  hidesLabel,
  problem,
  hint,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Frame label={label} hidesLabel={hidesLabel} problem={problem} hint={hint}>
    {(control) => <select {...rest} {...control} />}
  </Frame>
)
