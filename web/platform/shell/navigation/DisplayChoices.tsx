import { useQueryClient } from '@tanstack/react-query'
import { menuItemClass, menuLabelClass, menuDividerClass } from '#web/kit/overlay/Menu.tsx'
import { setScheme, useDensity, useScheme, type Density, type Scheme } from '#web/platform/session/display.ts'
import { savePreferences } from '#web/platform/session/preferences.ts'
import { useUser } from '#web/platform/session/session.ts'

const SCHEME_LABELS: Record<Scheme, string> = { auto: 'System', light: 'Light', dark: 'Dark' }
const DENSITY_LABELS: Record<Density, string> = { full: 'Full previews', headlines: 'Headlines only' }

/** Content of the display settings menu. */
export default function DisplayChoices() {
  const client = useQueryClient()
  const { keyboard_shortcuts } = useUser()
  return (
    <>
      <Choices label="Appearance" labels={SCHEME_LABELS} current={useScheme()} choose={setScheme} />
      <hr className={menuDividerClass} />
      <Choices
        label="List view"
        labels={DENSITY_LABELS}
        current={useDensity()}
        choose={(feed_density) => void savePreferences(client, { feed_density })}
      />
      <hr className={menuDividerClass} />
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={keyboard_shortcuts}
        className={menuItemClass}
        onClick={() => void savePreferences(client, { keyboard_shortcuts: !keyboard_shortcuts })}
      >
        Keyboard shortcuts: {keyboard_shortcuts ? 'on' : 'off'}
      </button>
    </>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  labels: Record<Value, string>
  current: Value
  choose: (value: Value) => void
}

function Choices<Value extends string>({ label, labels, current, choose }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label}>
      <div className={menuLabelClass} aria-hidden="true">
        {label}
      </div>
      {(Object.keys(labels) as Value[]).map((value) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === current}
          className={menuItemClass}
          onClick={() => choose(value)}
        >
          {labels[value]}
        </button>
      ))}
    </div>
  )
}
