import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

/** One filled button per view; the others are quiet. "private" sends to one person only. */
export type ButtonVariant = 'filled' | 'quiet' | 'private' | 'bare'

export const buttonClass = (look: ButtonVariant = 'quiet'): string => `${styles.button} ${styles[look]}`

export function Button({
  look = 'quiet',
  type = 'button',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonVariant }) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />
}

export function ButtonLink({
  look = 'quiet',
  className = '',
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: ButtonVariant }) {
  return <a className={`${buttonClass(look)} ${className}`} {...rest} />
}
