import { useState } from 'react'
import { UpdateEmailPreference } from '#api/operations.ts'
import type { EmailPreference as Preference } from '#shared/settings.ts'
import { showErrorToast } from '#web/platform/api/report-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

const CHOICES: readonly (readonly [Preference, string, string])[] = [
  ['default', 'Network default', 'Your network decides. Unless it says otherwise, you get each message right away.'],
  ['all', 'Every message', 'An email for each new discussion and each reply to the group, right away.'],
  ['daily_digest', 'Daily digest', 'One email a day with everything new. No email on quiet days.'],
  ['none', 'None', 'No email about discussions. You’ll still get email about your account.'],
]

/** Nothing sends discussions by mail before there is a mail gateway; until then the page keeps a choice and promises no mail. */
const NOT_YET = 'We don’t send discussions by email yet. Your choice is saved and will apply once we do.'

/** How discussions will come by mail. */
export const EmailPreference = () => <AccountLoader>{(account) => <Choices account={account} />}</AccountLoader>

function Choices({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const [present, setPresent] = useState(account.listserv_email_preference as Preference)
  const set = async (wanted: Preference, before: Preference, isUndo = false) => {
    setPresent(wanted)
    try {
      await execute(UpdateEmailPreference, { listserv_email_preference: wanted })
    } catch (error) {
      setPresent(before)
      return showErrorToast(error)
    }
    keep({ listserv_email_preference: wanted })
    const [, name] = CHOICES.find(([value]) => value === wanted)!
    const undo = { label: 'Undo', run: () => void set(before, wanted, true) }
    toast.success(
      `Saved: ${name.toLowerCase()}`,
      'It will apply once we send discussions by email.',
      isUndo ? undefined : undo,
    )
  }
  return (
    <>
      <p className={styles.note}>{NOT_YET}</p>
      <Preferences present={present} onChoose={(wanted) => void set(wanted, present)} />
    </>
  )
}

function Preferences({ present, onChoose }: { present: Preference; onChoose: (wanted: Preference) => void }) {
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">Discussion emails</legend>
      {CHOICES.map(([value, name, what]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name="listserv_email_preference"
            checked={present === value}
            onChange={() => onChoose(value)}
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
