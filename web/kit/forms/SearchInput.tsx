import { IconSearch } from '@tabler/icons-react'
import type { InputHTMLAttributes, Ref } from 'react'

export interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** For screen readers; the placeholder is what others read. */
  label: string
  /** False beside a button that says "Search". */
  hasIcon?: boolean
  className?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A search field without a frame, for a place that draws its own. `className` is for the label around the input. */
export const SearchInput = ({ label, hasIcon = true, className, ...input }: SearchInputProps) => (
  <label className={className}>
    {hasIcon && <IconSearch size={18} stroke={1.6} aria-hidden />}
    <span className="visually-hidden">{label}</span>
    <input autoComplete="off" {...input} type="search" />
  </label>
)
