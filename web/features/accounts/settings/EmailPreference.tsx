import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import { UpdateEmailPreference } from '#api/operations.ts'
import type { EmailPreference as Preference } from '#shared/settings.ts'
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

/**
 * Discussions are not sent by email until there is a mail gateway; until then, the choice is saved and no email is
 * promised.
 */
const NOT_YET = 'We don’t send discussions by email yet. Your choice is saved and will apply once we do.'

/** How discussions will be sent by email. */
export const EmailPreference = () => <AccountLoader>{(account) => <Choices account={account} />}</AccountLoader>

interface Choice {
  wanted: Preference
  before: Preference
  isUndo?: boolean
}

function Choices({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const [present, setPresent] = useState(account.listserv_email_preference as Preference)
  const choose = useCommand(
    ({ wanted }: Choice) => execute(UpdateEmailPreference, { listserv_email_preference: wanted }),
    {
      mayOverlap: true,
      optimistic: (_, { wanted, before }) => {
        setPresent(wanted)
        return () => setPresent(before)
      },
      onSuccess: (_, { wanted, before, isUndo }) => {
        keep({ listserv_email_preference: wanted })
        const [, name] = CHOICES.find(([value]) => value === wanted)!
        const undo = { label: 'Undo', run: () => void choose.run({ wanted: before, before: wanted, isUndo: true }) }
        toast.success(
          `Saved: ${name.toLowerCase()}`,
          'It will apply once we send discussions by email.',
          isUndo ? undefined : undo,
        )
      },
    },
  )
  return (
    <>
      <p className={styles.note}>{NOT_YET}</p>
      <Preferences present={present} onChoose={(wanted) => void choose.run({ wanted, before: present })} />
    </>
  )
}

function Preferences({ present, onChoose }: { present: Preference; onChoose: (wanted: Preference) => void }) {
  return (
    <RadioGroup
      label="Discussion emails"
      hidesLabel
      name="listserv_email_preference"
      options={CHOICES.map(([value, label, hint]) => ({ value, label, hint }))}
      value={present}
      onChange={({ target }) => onChoose(target.value as Preference)}
    />
  )
}
