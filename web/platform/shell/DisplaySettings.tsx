import { IconLayoutList } from '@tabler/icons-react'
import { classes } from '#web/kit/classes.ts'
import { Menu, menuItemClass, menuLabelClass, menuRuleClass } from '#web/kit/Menu.tsx'
import { tooltip } from '#web/kit/tooltip.ts'
import { setDensity, setScheme, useDensity, useScheme, type Density, type Scheme } from '#web/platform/display.ts'
import styles from './Strip.module.css'

const SCHEME_LABELS: Record<Scheme, string> = { auto: 'As the device', light: 'Light', dark: 'Dark' }
const DENSITY_LABELS: Record<Density, string> = { full: 'Full entries', headlines: 'Headlines only' }

/** Light or dark, and how much of each entry is shown. */
export function DisplaySettings() {
  const scheme = useScheme()
  const density = useDensity()
  const tip = tooltip('Display settings')
  return (
    <Menu
      label="Display settings"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...tip}
          className={classes(tip.className, styles.control)}
          aria-label="Display settings"
        >
          <IconLayoutList aria-hidden="true" />
        </button>
      )}
    >
      <Choices label="Appearance" labels={SCHEME_LABELS} current={scheme} choose={setScheme} />
      <hr className={menuRuleClass} />
      <Choices label="Lists" labels={DENSITY_LABELS} current={density} choose={setDensity} />
    </Menu>
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
