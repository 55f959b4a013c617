import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UpdateTimeZone } from '#api/operations.ts'
import { TIME_ZONES } from '#shared/settings.ts'
import { showErrorToast } from '#web/platform/api/report-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

/** Where the member's days begin: what dates, quiet hours and the daily mail go by. */
export const TimeZoneSetting = () => <AccountLoader>{(account) => <Choice account={account} />}</AccountLoader>

const inWords = (zone: string) => zone.replaceAll('_', ' ')

function Choice({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
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
      return showErrorToast(error)
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
        <span className={styles.what}>Used for dates, quiet hours, and your daily email.</span>
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
          Use this device’s time zone, {inWords(here)}
        </button>
      )}
    </div>
  )
}
