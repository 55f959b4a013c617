import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '#web/kit/Button.tsx'
import styles from './FormParts.module.css'

/** What concerns a form as a whole; always there, so that it is read aloud when it fills. */
export const FormProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={children ? styles.problem : styles.none}>
    {children}
  </p>
)

interface SubmitButtonProps {
  isPending: boolean
  look?: ButtonVariant
  className?: string
  children: ReactNode
}

/** Never disabled while the form is under way: the focus must stay on it, and a second press does nothing. */
export const SubmitButton = ({ isPending, look = 'filled', ...rest }: SubmitButtonProps) => (
  <Button type="submit" look={look} aria-disabled={isPending || undefined} {...rest} />
)
