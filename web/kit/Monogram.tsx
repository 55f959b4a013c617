import { initialsOf } from '#shared/kit/text.ts'
import styles from './Monogram.module.css'

const TINTS = 6

export interface MonogramProps {
  name: string
  /** Determines the tint, so that a person always has the same one. */
  id: number
  size?: 28 | 32 | 36 | 44 | 96
  shape?: 'person' | 'firm'
  pictureUrl?: string | null
  isOnline?: boolean
}

/** Round for people, square for firms. Decorative: the name is next to it. */
export function Monogram({ name, id, size = 44, shape = 'person', pictureUrl, isOnline = false }: MonogramProps) {
  const classes = [styles.monogram, styles[`size${size}`], styles[`tint${id % TINTS}`], shape === 'firm' && styles.firm]
  return (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {pictureUrl ? (
        <img src={pictureUrl} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        initialsOf(name)
      )}
      {isOnline && <span className={styles.online} />}
    </span>
  )
}
