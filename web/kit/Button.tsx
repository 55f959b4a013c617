import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

/** One filled button per view; quiet ones beside it. "private" sends to one person only. */
export type ButtonLook = 'filled' | 'quiet' | 'private' | 'bare'

export const buttonClass = (look: ButtonLook = 'quiet'): string => `${styles.button} ${styles[look]}`

export function Button({
  look = 'quiet',
  type = 'button',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook }) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />
}

export function ButtonLink({
  look = 'quiet',
  className = '',
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: ButtonLook }) {
  return <a className={`${buttonClass(look)} ${className}`} {...rest} />
}
