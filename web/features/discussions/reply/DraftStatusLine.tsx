import styles from '#web/features/discussions/reply/ReplyComposer.module.css'
import type { DraftStatus } from '#web/writing/drafts/use-draft.ts'

const WORDS = {
  kept: 'Draft saved',
  device: 'Draft saved on this device',
  refused: 'Drafts can’t be saved on this device',
}

/** Says that a draft is kept only when it is. */
export function DraftStatusLine({ keeping }: { keeping: DraftStatus }) {
  if (keeping === 'nothing') return null
  return <span className={styles.draft}>{WORDS[keeping]}</span>
}
