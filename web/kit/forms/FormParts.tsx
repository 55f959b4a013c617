import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '#web/kit/Button.tsx'
import styles from './FormParts.module.css'

/** A problem of the whole form. Always rendered, so that screen readers announce it when it gets text. */
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

/** Never disabled while pending: it must keep the focus, and a second click does nothing. */
export const SubmitButton = ({ isPending, look = 'filled', ...rest }: SubmitButtonProps) => (
  <Button type="submit" look={look} aria-disabled={isPending || undefined} {...rest} />
)
