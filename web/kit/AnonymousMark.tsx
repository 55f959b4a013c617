import { IconSpy } from '@tabler/icons-react'
import styles from '#web/kit/Monogram.module.css'

/** The avatar of an anonymous author. No letters: the initials of “A member” would look like those of a real one. */
export function AnonymousMark({ size = 44 }: { size?: 28 | 32 | 36 | 44 | 96 }) {
  return (
    <span
      className={`${styles.monogram} ${styles[`size${size}`]} ${styles.anonymous}`}
      aria-hidden="true"
      data-anonymous
    >
      <IconSpy size={Math.round(size * 0.6)} stroke={1.5} />
    </span>
  )
}
