/** Checkboxes and radio buttons. */
import { useId, type ChangeEventHandler, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import type { Labelled } from '#web/kit/forms/Field.tsx'
import styles from './Choice.module.css'

interface CheckboxFieldProps extends Omit<Labelled, 'hidesLabel'>, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** The hint is inside the label here, so clicking it also toggles the checkbox. */
export function CheckboxField({ label, hint, problem, className, ...rest }: CheckboxFieldProps) {
  const id = useId()
  return (
    <>
      <label className={classNames(styles.choice, className)}>
        <input
          {...rest}
          type="checkbox"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : rest['aria-describedby']}
        />
        <Text hint={hint}>{label}</Text>
      </label>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

export interface RadioOption {
  value: string
  label: ReactNode
  hint?: ReactNode
}

interface RadioGroupProps extends Labelled {
  options: readonly RadioOption[]
  name?: string
  /** Omit it for an uncontrolled field. */
  value?: string | null
  defaultValue?: string
  onChange?: ChangeEventHandler<HTMLInputElement>
  disabled?: boolean
  className?: string | undefined
}

export function RadioGroup({ label, hidesLabel, hint, problem, options, className, ...marks }: RadioGroupProps) {
  const id = useId()
  const { name = id, value, defaultValue, ...rest } = marks
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <fieldset className={classNames(styles.group, className)} aria-describedby={described || undefined}>
      <legend className={hidesLabel ? 'visually-hidden' : undefined}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {options.map((option, at) => (
        <label key={option.value} className={styles.choice}>
          <input
            {...rest}
            type="radio"
            name={name}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: defaultValue === option.value }
              : { checked: value === option.value })}
            // One invalid option is enough for the form to focus it after an error.
            aria-invalid={problem && at === 0 ? true : undefined}
          />
          <Text hint={option.hint}>{option.label}</Text>
        </label>
      ))}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

const Text = ({ hint, children }: { hint: ReactNode; children: ReactNode }) => (
  <span>
    {children}
    {hint && <span className={styles.hint}>{hint}</span>}
  </span>
)
