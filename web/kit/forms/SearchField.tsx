import { classNames } from '#web/kit/class-names.ts'
import { SearchInput, type SearchInputProps } from './SearchInput.tsx'
import styles from './SearchField.module.css'

/** The search field of every page. `className` is for the frame; all other attributes are for the input. */
export const SearchField = ({ className, ...input }: SearchInputProps) => (
  <SearchInput {...input} className={classNames(styles.framed, className)} />
)
