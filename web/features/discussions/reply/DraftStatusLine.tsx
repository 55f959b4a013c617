import styles from '#web/features/discussions/reply/ReplyComposer.module.css'
import type { DraftStatus } from '#web/writing/drafts/use-draft.ts'

const WORDS = {
  'on-account': 'Draft saved',
  'on-device': 'Draft saved on this device',
  refused: 'Drafts can’t be saved on this device',
}

/** Shows "saved" only after the draft has really been saved. */
export function DraftStatusLine({ status }: { status: DraftStatus }) {
  if (status === 'none') return null
  return <span className={styles.draft}>{WORDS[status]}</span>
}
