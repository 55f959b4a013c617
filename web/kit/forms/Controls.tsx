/** Controls without a layout of their own, for filters, tables and toolbars; the place that uses them draws them. */
import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from 'react'
import styles from './Controls.module.css'

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & { ref?: Ref<HTMLInputElement> }

interface SelectMenuProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  /** For screen readers only; `className` is then the class of the select itself. */
  hidesLabel?: boolean
  /** Label of the choice that chooses nothing. */
  none?: string
  options: readonly { key?: string; value: string | number; label: ReactNode }[]
  onChange: (value: string) => void
}

/** A select for a filter or a sort order. */
export function SelectMenu({
  label,
  hidesLabel = false,
  none,
  options,
  onChange,
  className,
  ...rest
}: SelectMenuProps) {
  const select = (
    <select
      {...rest}
      {...(hidesLabel && { className, 'aria-label': label })}
      onChange={({ target }) => onChange(target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option.key ?? option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  return hidesLabel ? (
    select
  ) : (
    <label className={className}>
      <span>{label}</span> {select}
    </label>
  )
}

interface CheckboxProps extends Input {
  label: ReactNode
  /** For screen readers only. */
  hidesLabel?: boolean
  /** Class of the label. */
  className?: string | undefined
}

/** A checkbox within a list, a table or a row. */
export const Checkbox = ({ label, hidesLabel = false, className, ...rest }: CheckboxProps) => (
  <label className={className}>
    <input {...rest} type="checkbox" className={styles.checkbox} />
    {hidesLabel ? <span className="visually-hidden">{label}</span> : label}
  </label>
)

/** A day. */
export const DateInput = ({ label, className, ...rest }: Input & { label: string; className?: string | undefined }) => (
  <label className={className}>
    {label}
    <input {...rest} type="date" />
  </label>
)

/** A slider. */
export const RangeField = ({
  label,
  hidesLabel = false,
  className,
  ...rest
}: Input & { label: string; hidesLabel?: boolean; className?: string | undefined }) => (
  <label className={className}>
    {hidesLabel ? <span className="visually-hidden">{label}</span> : label}
    <input {...rest} type="range" className={styles.range} />
  </label>
)

interface FilePickerProps extends Omit<Input, 'onChange'> {
  label: string
  onChoose: (files: readonly File[]) => void
}

/** Opens the file dialog by `ref.current.click()`; invisible. */
export const FilePicker = ({ label, onChoose, ...rest }: FilePickerProps) => (
  <input
    {...rest}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
      const files = [...(target.files ?? [])]
      // Choosing the same file again must fire a change event.
      target.value = ''
      onChoose(files)
    }}
  />
)

/** Invisible: tells a password manager which account a new password belongs to. */
export const AccountField = ({ email }: { email: string }) => (
  <input
    className="visually-hidden"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
