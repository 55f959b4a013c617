import { useQueryClient } from '@tanstack/react-query'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import { savePreferences } from '#web/platform/session/preferences.ts'
import { useUser } from '#web/platform/session/session.ts'

const ORDERS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
]

/** The order of replies, saved for all discussions and devices. */
export function ReplyOrder() {
  const client = useQueryClient()
  const { reply_order } = useUser()
  return (
    <SelectMenu
      label="Sort replies by"
      hidesLabel
      className={styles.order}
      value={reply_order}
      options={ORDERS}
      onChange={(order) => void savePreferences(client, { reply_order: order as typeof reply_order })}
    />
  )
}
