import styles from './Skeleton.module.css'

const WIDTHS = ['full', 'most', 'half', 'third'] as const
export type SkeletonWidth = (typeof WIDTHS)[number]

/** Placeholder for one line or disc. Appears after 150 ms, so that fast responses never flash. */
export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: 'line' | 'title' | 'disc'
  width?: SkeletonWidth
}) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${styles[shape]} ${styles[width]}`} />
}
