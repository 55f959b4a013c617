import styles from '#web/features/discussions/Composer.module.css'
import type { Keeping } from '#web/features/discussions/use-draft.ts'

const WORDS = {
  kept: 'Draft kept',
  device: 'Draft kept on this device',
  refused: 'This device does not keep drafts',
}

/** Says that a draft is kept only when it is. */
export function DraftLine({ keeping }: { keeping: Keeping }) {
  if (keeping === 'nothing') return null
  return <span className={styles.draft}>{WORDS[keeping]}</span>
}
