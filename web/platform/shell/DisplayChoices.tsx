import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { menuItemClass, menuLabelClass, menuRuleClass } from '#web/kit/Menu.tsx'
import { setScheme, useDensity, useScheme, type Density, type Scheme } from '#web/platform/display.ts'
import { keepPreferences } from '#web/platform/preferences.ts'
import { useUser } from '#web/platform/session.ts'

const SCHEME_LABELS: Record<Scheme, string> = { auto: 'As the device', light: 'Light', dark: 'Dark' }
const DENSITY_LABELS: Record<Density, string> = { full: 'Full entries', headlines: 'Headlines only' }

/** What stands in the menu of display settings. */
export default function DisplayChoices() {
  const client = useQueryClient()
  const { keyboard_shortcuts } = useUser()
  const list = useRef<HTMLDivElement>(null)
  // The menu puts the focus on its first choice, which was not there yet when it opened.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={list}>
      <Choices label="Appearance" labels={SCHEME_LABELS} current={useScheme()} choose={setScheme} />
      <hr className={menuRuleClass} />
      <Choices
        label="Lists"
        labels={DENSITY_LABELS}
        current={useDensity()}
        choose={(feed_density) => void keepPreferences(client, { feed_density })}
      />
      <hr className={menuRuleClass} />
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={keyboard_shortcuts}
        className={menuItemClass}
        onClick={() => void keepPreferences(client, { keyboard_shortcuts: !keyboard_shortcuts })}
      >
        Keyboard shortcuts: {keyboard_shortcuts ? 'on' : 'off'}
      </button>
    </div>
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
