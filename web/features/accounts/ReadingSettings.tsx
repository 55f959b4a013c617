import { useQueryClient } from '@tanstack/react-query'
import { keepPreferences } from '#web/platform/preferences.ts'
import { useUser } from '#web/platform/session.ts'
import styles from './ReadingSettings.module.css'

/** How lists are shown and whether single keys act; the same as in the display settings, on every device. */
export function ReadingSettings() {
  const client = useQueryClient()
  const { feed_density, keyboard_shortcuts } = useUser()
  return (
    <div className={styles.choices}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={feed_density === 'headlines'}
          onChange={({ target }) =>
            void keepPreferences(client, { feed_density: target.checked ? 'headlines' : 'full' })
          }
        />
        <span>
          Headlines only
          <span className={styles.what}>One line of each discussion, without replies.</span>
        </span>
      </label>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={keyboard_shortcuts}
          onChange={({ target }) => void keepPreferences(client, { keyboard_shortcuts: target.checked })}
        />
        <span>
          Keyboard shortcuts
          <span className={styles.what}>Single keys go through discussions. Press ? for the list.</span>
        </span>
      </label>
    </div>
  )
}
