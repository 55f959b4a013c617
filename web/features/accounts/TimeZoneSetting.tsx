import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UpdateTimeZone } from '#api/operations.ts'
import { TIME_ZONES } from '#shared/settings.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'
import { WithAccount } from '#web/features/accounts/SettingParts.tsx'
import { useKeepAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import styles from './Settings.module.css'

/** Where the member's days begin: what dates, quiet hours and the daily mail go by. */
export const TimeZoneSetting = () => <WithAccount>{(account) => <Choice account={account} />}</WithAccount>

const inWords = (zone: string) => zone.replaceAll('_', ' ')

function Choice({ account }: { account: Account }) {
  const { keep } = useKeepAccount()
  const client = useQueryClient()
  const [present, setPresent] = useState(account.time_zone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = TIME_ZONES.includes(present) ? TIME_ZONES : [present, ...TIME_ZONES]
  const set = async (wanted: string, before: string, isUndo = false) => {
    setPresent(wanted)
    try {
      await execute(UpdateTimeZone, { time_zone: wanted })
    } catch (error) {
      setPresent(before)
      return sayRefusal(error)
    }
    keep({ time_zone: wanted })
    // Every date that is shown asks the member.
    void client.invalidateQueries({ queryKey: ['InitialUser'] })
    const undo = { label: 'Undo', run: () => void set(before, wanted, true) }
    toast.success(`Time zone: ${inWords(wanted)}`, undefined, isUndo ? undefined : undo)
  }
  return (
    <div className={styles.zone}>
      <label>
        <span className={styles.what}>Dates, quiet hours and the daily mail go by this clock.</span>
        <select value={present} onChange={({ target }) => void set(target.value, present)} aria-label="Time zone">
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {inWords(zone)}
            </option>
          ))}
        </select>
      </label>
      {here !== present && TIME_ZONES.includes(here) && (
        <button type="button" className={styles.here} onClick={() => void set(here, present)}>
          This device is in {inWords(here)}: use that
        </button>
      )}
    </div>
  )
}
