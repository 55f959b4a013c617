import { useState } from 'react'
import { UpdateEmailPreference } from '#api/operations.ts'
import type { EmailPreference as Preference } from '#shared/settings.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'
import { WithAccount } from '#web/features/accounts/SettingParts.tsx'
import { useKeepAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import styles from './Settings.module.css'

const CHOICES: readonly (readonly [Preference, string, string])[] = [
  ['default', 'As my network does', 'The network decides; unless it says otherwise, everything comes at once.'],
  ['all', 'Everything at once', 'A mail for each discussion and each reply to the group.'],
  ['daily_digest', 'Once a day', 'One mail with what was written since the last one. Nothing when nothing was.'],
  ['none', 'Nothing', 'No mail about discussions. Mail about your account still comes.'],
]

/** How discussions come by mail. */
export const EmailPreference = () => <WithAccount>{(account) => <Choices account={account} />}</WithAccount>

function Choices({ account }: { account: Account }) {
  const { keep } = useKeepAccount()
  const [present, setPresent] = useState(account.listserv_email_preference as Preference)
  const set = async (wanted: Preference, before: Preference, isUndo = false) => {
    setPresent(wanted)
    try {
      await execute(UpdateEmailPreference, { listserv_email_preference: wanted })
    } catch (error) {
      setPresent(before)
      return sayRefusal(error)
    }
    keep({ listserv_email_preference: wanted })
    const [, name] = CHOICES.find(([value]) => value === wanted)!
    const undo = { label: 'Undo', run: () => void set(before, wanted, true) }
    toast.success(`Discussions by mail: ${name.toLowerCase()}`, undefined, isUndo ? undefined : undo)
  }
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">Discussions by mail</legend>
      {CHOICES.map(([value, name, what]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name="listserv_email_preference"
            checked={present === value}
            onChange={() => void set(value, present)}
          />
          <span>
            {name}
            <span>{what}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
