import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import { UpdateName, UpdatePresence } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { NameFields } from '#web/features/accounts/joining/NameFields.tsx'
import { PictureSetting } from '#web/features/accounts/settings/PictureSetting.tsx'
import { Row, AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

/** How others see the member: picture, name and online status. */
export const NameSettings = () => (
  <AccountLoader>
    {(account) => (
      <>
        <PictureSetting account={account} />
        <Name account={account} />
        <Presence account={account} />
      </>
    )}
  </AccountLoader>
)

function Name({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const { keep } = useUpdateAccount()
  const restore = useCommand(UpdateName, {
    success: 'Name restored',
    onSuccess: ({ updateName }) => keep(updateName),
  })
  const done = (saved: Pick<Account, 'name' | 'first_name' | 'last_name'>) => {
    const before = { first_name: account.first_name, last_name: account.last_name }
    setOpen(false)
    keep(saved)
    toast.success(`Your name is now ${saved.name}`, undefined, {
      label: 'Undo',
      run: () => void restore.run(before),
    })
  }
  if (isOpen) return <NameForm account={account} onDone={done} onClose={() => setOpen(false)} />
  return (
    <Row name={account.name} act={<Button onClick={() => setOpen(true)}>Change name</Button>}>
      Shown with everything you write, including past posts.
    </Row>
  )
}

interface NameFormProps {
  account: Account
  onDone: (saved: Pick<Account, 'name' | 'first_name' | 'last_name'>) => void
  onClose: () => void
}

function NameForm({ account, onDone, onClose }: NameFormProps) {
  const form = useForm({
    initial: { first_name: account.first_name, last_name: account.last_name },
    submit: (names) => execute(UpdateName, names),
    onDone: ({ updateName }) => onDone(updateName),
  })
  return (
    <form {...form.props} className={styles.form} method="post">
      <FormProblem>{form.problem}</FormProblem>
      <NameFields native={form.native} />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save name</SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function Presence({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const [isShown, setShown] = useState(account.shows_presence)
  const show = useCommand(UpdatePresence, {
    mayOverlap: true,
    optimistic: (_, { shows_presence }) => {
      setShown(shows_presence)
      return () => setShown(!shows_presence)
    },
    onSuccess: ({ updatePresence }) => keep(updatePresence),
  })
  return (
    <CheckboxField
      label="Show when I’m online"
      hint="Shows a dot on your photo while you’re active and for five minutes after. When this is off, no one can see when you’re online."
      checked={isShown}
      onChange={({ target }) => void show.run({ shows_presence: target.checked })}
    />
  )
}
