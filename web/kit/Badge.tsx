import { classNames } from './class-names.ts'
import styles from './Badge.module.css'

interface Props {
  /** URL of the SVG sprite, with the fragment of the symbol to show. */
  picture: string
  words: string
  size?: 'small' | 'large'
  /** Not earned yet. */
  isFaint?: boolean
}

/** A badge: the text next to its drawing, which takes the page's color. Never the drawing alone. */
export const Badge = ({ picture, words, size = 'small', isFaint = false }: Props) => (
  <span className={classNames(styles.badge, styles[size], isFaint && styles.faint)}>
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <use href={picture} />
    </svg>
    <span>{words}</span>
  </span>
)
