import { useQueryClient } from '@tanstack/react-query'
import { savePreferences } from '#web/platform/session/preferences.ts'
import { useUser } from '#web/platform/session/session.ts'
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
            void savePreferences(client, { feed_density: target.checked ? 'headlines' : 'full' })
          }
        />
        <span>
          Headlines only
          <span className={styles.what}>Show one line of each discussion and no replies.</span>
        </span>
      </label>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={keyboard_shortcuts}
          onChange={({ target }) => void savePreferences(client, { keyboard_shortcuts: target.checked })}
        />
        <span>
          Keyboard shortcuts
          <span className={styles.what}>Move through discussions with single keys. Press ? to see them all.</span>
        </span>
      </label>
    </div>
  )
}
