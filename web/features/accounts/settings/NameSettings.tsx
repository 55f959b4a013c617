import { useState, type FormEvent } from 'react'
import { UpdateName, UpdatePresence } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { showErrorToast } from '#web/platform/api/report-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { NameFields } from '#web/features/accounts/joining/NameFields.tsx'
import { PictureSetting } from '#web/features/accounts/settings/PictureSetting.tsx'
import { Row, AccountLoader } from '#web/features/accounts/settings/SettingParts.tsx'
import { useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './Settings.module.css'

/** How others see the member: picture, name, and whether they are there. */
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
  const { form, ask, isSending, of, sentence } = useForm(['first_name', 'last_name'])
  const save = async ({ first_name = '', last_name = '' }: Record<string, string>, isUndo = false) => {
    const before = { first_name: account.first_name, last_name: account.last_name }
    const done = await ask(UpdateName, { first_name, last_name })
    if (!done) return
    setOpen(false)
    keep(done.updateName)
    if (isUndo) toast.success('Name restored')
    else
      toast.success(`Your name is now ${done.updateName.name}`, undefined, {
        label: 'Undo',
        run: () => void save(before, true),
      })
  }
  if (!isOpen)
    return (
      <Row name={account.name} act={<Button onClick={() => setOpen(true)}>Change name</Button>}>
        Shown with everything you write, including past posts.
      </Row>
    )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(formValues(event.currentTarget))
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={onSubmit}>
      <FormMessage>{sentence}</FormMessage>
      <NameFields firstName={account.first_name} lastName={account.last_name} of={of} />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save name
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}

function Presence({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const [isShown, setShown] = useState(account.shows_presence)
  const set = async (shows_presence: boolean) => {
    setShown(shows_presence)
    try {
      keep((await execute(UpdatePresence, { shows_presence })).updatePresence)
    } catch (error) {
      setShown(!shows_presence)
      showErrorToast(error)
    }
  }
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isShown} onChange={({ target }) => void set(target.checked)} />
      <span>
        Show when I’m online
        <span>
          Shows a dot on your photo while you’re active and for five minutes after. When this is off, no one can see
          when you’re online.
        </span>
      </span>
    </label>
  )
}
