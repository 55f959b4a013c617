import { classNames } from './class-names.ts'
import styles from './Badge.module.css'

interface Props {
  /** The address of the drawing, with the part of it that is drawn. */
  picture: string
  words: string
  size?: 'small' | 'large'
  /** Not earned yet. */
  isFaint?: boolean
}

/** What was done, in words beside its drawing, which takes the colour of the page. Never the drawing alone. */
export const Badge = ({ picture, words, size = 'small', isFaint = false }: Props) => (
  <span className={classNames(styles.badge, styles[size], isFaint && styles.faint)}>
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <use href={picture} />
    </svg>
    <span>{words}</span>
  </span>
)
