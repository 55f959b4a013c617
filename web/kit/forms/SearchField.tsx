import { IconSearch } from '@tabler/icons-react'
import type { InputHTMLAttributes, Ref } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import styles from './SearchField.module.css'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** For screen readers; the placeholder is what others read. */
  label: string
  /** `bare`: without a border, where the place draws its own. */
  look?: 'framed' | 'bare'
  /** False beside a button that says "Search". */
  hasIcon?: boolean
  className?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** The search field of every page. `className` is for the frame; all other attributes are for the input. */
export const SearchField = ({ label, look = 'framed', hasIcon = true, className, ...input }: Props) => (
  <label className={classNames(look === 'framed' && styles.framed, className)}>
    {hasIcon && <IconSearch size={18} stroke={1.6} aria-hidden />}
    <span className="visually-hidden">{label}</span>
    <input autoComplete="off" {...input} type="search" />
  </label>
)
