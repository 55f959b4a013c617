import type { ChangeEventHandler } from 'react'
import { THEMES } from '#shared/networks.ts'
import { THEME_SHADES } from '#shared/theme-colors.ts'
import { RadioButton } from '#web/kit/forms/RadioButton.tsx'
import styles from './Theme.module.css'

interface Props {
  name: string
  value: string
  onChange: ChangeEventHandler<HTMLInputElement>
  problem: string | undefined
}

/** The color of a network: each choice shows its own. */
export const ThemeChoice = ({ name, value, onChange, problem }: Props) => (
  <fieldset className={styles.group} aria-describedby={problem ? `${name}-problem` : undefined}>
    <legend>Color</legend>
    <div className={styles.choices}>
      {THEMES.map((theme, at) => (
        <RadioButton
          key={theme}
          className={styles.choice}
          name={name}
          value={theme}
          checked={value === theme}
          onChange={onChange}
          aria-invalid={problem && at === 0 ? true : undefined}
        >
          <span className={`theme-${theme}`}>
            <span className={styles.colors} />
          </span>
          {THEME_SHADES[theme].name}
        </RadioButton>
      ))}
    </div>
    {problem && (
      <p id={`${name}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
    )}
  </fieldset>
)
