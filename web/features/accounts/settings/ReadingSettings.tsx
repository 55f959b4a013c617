import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useFeature } from '#web/platform/session/features.ts'
import { usePreference } from '#web/platform/session/preferences.ts'
import styles from './ReadingSettings.module.css'

/** List density and keyboard shortcuts, as in the display menu, the order of replies, summaries, and whether the member is counted; on every device. */
export function ReadingSettings() {
  const hasAssistant = useFeature('ai_assistant')
  const [density, chooseDensity] = usePreference('feed_density')
  const [order, chooseOrder] = usePreference('reply_order')
  return (
    <div className={styles.choices}>
      <CheckboxField
        label="Headlines only"
        hint="Show one line of each discussion and no replies."
        checked={density === 'headlines'}
        onChange={({ target }) => chooseDensity(target.checked ? 'headlines' : 'full')}
      />
      <CheckboxField
        label="Newest replies first"
        hint="Otherwise a discussion begins with its oldest reply."
        checked={order === 'newest'}
        onChange={({ target }) => chooseOrder(target.checked ? 'newest' : 'oldest')}
      />
      {hasAssistant && (
        <Switch
          name="shows_summaries"
          label="Show summaries"
          hint="Members’ own sentences that say most of what was said, above long discussions, on home and beside a new question."
        />
      )}
      <Switch
        name="keyboard_shortcuts"
        label="Keyboard shortcuts"
        hint="Move through discussions with single keys. Press ? to see them all."
      />
      <Switch
        name="enter_sends"
        label="Enter sends chat messages"
        hint="In the inbox. Shift Enter starts a new line. When this is off, Ctrl Enter sends."
      />
      <Switch
        name="counts_activity"
        label="Count my activity in statistics"
        hint="Staff see only totals. If your browser sends Do Not Track or Global Privacy Control, you aren’t counted either way."
      />
    </div>
  )
}

interface SwitchProps {
  name: 'shows_summaries' | 'keyboard_shortcuts' | 'enter_sends' | 'counts_activity'
  label: string
  hint: string
}

function Switch({ name, label, hint }: SwitchProps) {
  const [isOn, choose] = usePreference(name)
  return <CheckboxField label={label} hint={hint} checked={isOn} onChange={({ target }) => choose(target.checked)} />
}
