import type { InputHTMLAttributes, ReactNode } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** Class of the label, which surrounds the button. */
  className?: string | undefined
  /** The label. */
  children: ReactNode
}

/** One option of a group that has a look of its own; the place that uses it draws it. */
export const RadioButton = ({ className, children, ...rest }: Props) => (
  <label className={className}>
    <input {...rest} type="radio" />
    {children}
  </label>
)
