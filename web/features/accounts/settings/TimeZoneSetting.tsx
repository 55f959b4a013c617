import { SelectField } from '#web/kit/forms/Field.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import { UpdateTimeZone } from '#api/operations.ts'
import { TIME_ZONES } from '#shared/settings.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

/** The member's time zone, used for dates, quiet hours and the daily email. */
export const TimeZoneSetting = () => <AccountLoader>{(account) => <Choice account={account} />}</AccountLoader>

const inWords = (zone: string) => zone.replaceAll('_', ' ')

interface Change {
  wanted: string
  before: string
  isUndo?: boolean
}

function Choice({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const [present, setPresent] = useState(account.time_zone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = TIME_ZONES.includes(present) ? TIME_ZONES : [present, ...TIME_ZONES]
  const change = useCommand(({ wanted }: Change) => execute(UpdateTimeZone, { time_zone: wanted }), {
    // Every displayed date uses the viewer's time zone.
    invalidate: [['InitialUser']],
    mayOverlap: true,
    optimistic: (_, { wanted, before }) => {
      setPresent(wanted)
      return () => setPresent(before)
    },
    onSuccess: (_, { wanted, before, isUndo }) => {
      keep({ time_zone: wanted })
      const undo = { label: 'Undo', run: () => void change.run({ wanted: before, before: wanted, isUndo: true }) }
      toast.success(`Time zone: ${inWords(wanted)}`, undefined, isUndo ? undefined : undo)
    },
  })
  const set = (wanted: string) => void change.run({ wanted, before: present })
  return (
    <div className={styles.zone}>
      <SelectField
        label="Time zone"
        hidesLabel
        hint="Used for dates, quiet hours, and your daily email."
        value={present}
        onChange={({ target }) => set(target.value)}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {inWords(zone)}
          </option>
        ))}
      </SelectField>
      {here !== present && TIME_ZONES.includes(here) && (
        <button type="button" className={styles.here} onClick={() => set(here)}>
          Use this device’s time zone, {inWords(here)}
        </button>
      )}
    </div>
  )
}
