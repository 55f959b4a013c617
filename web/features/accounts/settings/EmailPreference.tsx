import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import { GetMailSettings, UpdateEmailPreference } from '#api/operations.ts'
import type { EmailPreference as Preference } from '#shared/settings.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'

const CHOICES: readonly (readonly [Preference, string, string])[] = [
  ['default', 'Network default', 'Your network decides. Unless it says otherwise, you get each message right away.'],
  ['all', 'Every message', 'An email for each new discussion and each reply to the group, right away.'],
  ['daily_digest', 'Daily digest', 'One email a day with everything new. No email on quiet days.'],
  ['none', 'None', 'No email about discussions. You’ll still get email about your account.'],
]

/** How discussions are sent by email. */
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
      invalidate: [[GetMailSettings.name]],
      optimistic: (_, { wanted, before }) => {
        setPresent(wanted)
        return () => setPresent(before)
      },
      onSuccess: (_, { wanted, before, isUndo }) => {
        keep({ listserv_email_preference: wanted })
        const [, name] = CHOICES.find(([value]) => value === wanted)!
        const undo = { label: 'Undo', run: () => void choose.run({ wanted: before, before: wanted, isUndo: true }) }
        toast.success(`Saved: ${name.toLowerCase()}`, undefined, isUndo ? undefined : undo)
      },
    },
  )
  return <Preferences present={present} onChoose={(wanted) => void choose.run({ wanted, before: present })} />
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
