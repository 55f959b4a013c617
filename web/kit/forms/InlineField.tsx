import type { InputHTMLAttributes, SelectHTMLAttributes } from 'react'
import styles from './InlineField.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  /** For screen readers; the placeholder is what others read. */
  label: string
  /** Class of the label, which surrounds the input; without it, the label has no box of its own. */
  className?: string | undefined
  inputClassName?: string
}

/** A line of text within a composer or a list; the place that uses it draws it. */
export const InlineField = ({ label, className, inputClassName, ...rest }: Props) => (
  <label className={className ?? styles.boxless}>
    <span className="visually-hidden">{label}</span>
    <input {...rest} className={inputClassName} />
  </label>
)

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  label: string
}

/** A choice within a line of text, such as a filter above a list: "Period: 12 weeks". */
export const InlineSelect = ({ label, children, ...rest }: SelectProps) => (
  <label>
    {label}: <select {...rest}>{children}</select>
  </label>
)
