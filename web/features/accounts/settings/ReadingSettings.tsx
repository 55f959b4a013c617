import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useFeature } from '#web/platform/session/features.ts'
import { savePreferences } from '#web/platform/session/preferences.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './ReadingSettings.module.css'

/** List density and keyboard shortcuts, as in the display menu, the order of replies, summaries, and whether the member is counted; on every device. */
export function ReadingSettings() {
  const client = useQueryClient()
  const { feed_density, keyboard_shortcuts, enter_sends, counts_activity, shows_summaries, reply_order } = useUser()
  const hasAssistant = useFeature('ai_assistant')
  return (
    <div className={styles.choices}>
      <CheckboxField
        label="Headlines only"
        hint="Show one line of each discussion and no replies."
        checked={feed_density === 'headlines'}
        onChange={({ target }) => void savePreferences(client, { feed_density: target.checked ? 'headlines' : 'full' })}
      />
      <CheckboxField
        label="Newest replies first"
        hint="Otherwise a discussion begins with its oldest reply."
        checked={reply_order === 'newest'}
        onChange={({ target }) => void savePreferences(client, { reply_order: target.checked ? 'newest' : 'oldest' })}
      />
      {hasAssistant && (
        <CheckboxField
          label="Show summaries"
          hint="Members’ own sentences that say most of what was said, above long discussions, on home and beside a new question."
          checked={shows_summaries}
          onChange={({ target }) => void savePreferences(client, { shows_summaries: target.checked })}
        />
      )}
      <CheckboxField
        label="Keyboard shortcuts"
        hint="Move through discussions with single keys. Press ? to see them all."
        checked={keyboard_shortcuts}
        onChange={({ target }) => void savePreferences(client, { keyboard_shortcuts: target.checked })}
      />
      <CheckboxField
        label="Enter sends chat messages"
        hint="In the inbox. Shift Enter starts a new line. When this is off, Ctrl Enter sends."
        checked={enter_sends}
        onChange={({ target }) => void savePreferences(client, { enter_sends: target.checked })}
      />
      <CheckboxField
        label="Count my activity in statistics"
        hint="Staff see only totals. If your browser sends Do Not Track or Global Privacy Control, you aren’t counted either way."
        checked={counts_activity}
        onChange={({ target }) => void savePreferences(client, { counts_activity: target.checked })}
      />
    </div>
  )
}
