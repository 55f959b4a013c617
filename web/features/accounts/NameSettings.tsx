import { useState, type FormEvent } from 'react'
import { UpdateName, UpdatePresence } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'
import { Sentence } from '#web/features/accounts/DoorParts.tsx'
import { NameFields } from '#web/features/accounts/NameFields.tsx'
import { PictureSetting } from '#web/features/accounts/PictureSetting.tsx'
import { Row, WithAccount } from '#web/features/accounts/SettingParts.tsx'
import { useKeepAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Settings.module.css'

/** How others see the member: picture, name, and whether they are there. */
export const NameSettings = () => (
  <WithAccount>
    {(account) => (
      <>
        <PictureSetting account={account} />
        <Name account={account} />
        <Presence account={account} />
      </>
    )}
  </WithAccount>
)

function Name({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const { keep } = useKeepAccount()
  const { form, ask, isSending, of, sentence } = useSending(['first_name', 'last_name'])
  const save = async ({ first_name = '', last_name = '' }: Record<string, string>, isUndo = false) => {
    const before = { first_name: account.first_name, last_name: account.last_name }
    const done = await ask(UpdateName, { first_name, last_name })
    if (!done) return
    setOpen(false)
    keep(done.updateName)
    if (isUndo) toast.success('Your name is as it was')
    else
      toast.success(`Your name is ${done.updateName.name}`, undefined, {
        label: 'Undo',
        run: () => void save(before, true),
      })
  }
  if (!isOpen)
    return (
      <Row name={account.name} act={<Button onClick={() => setOpen(true)}>Change the name</Button>}>
        Stands with everything you write, also with what you wrote before.
      </Row>
    )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(textsOf(event.currentTarget))
  }
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={onSubmit}>
      <Sentence>{sentence}</Sentence>
      <NameFields firstName={account.first_name} lastName={account.last_name} of={of} />
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save the name
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}

function Presence({ account }: { account: Account }) {
  const { keep } = useKeepAccount()
  const [isShown, setShown] = useState(account.shows_presence)
  const set = async (shows_presence: boolean) => {
    setShown(shows_presence)
    try {
      keep((await execute(UpdatePresence, { shows_presence })).updatePresence)
    } catch (error) {
      setShown(!shows_presence)
      sayRefusal(error)
    }
  }
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isShown} onChange={({ target }) => void set(target.checked)} />
      <span>
        Show when I am here
        <span>A dot beside your picture for five minutes after you did something. Off, nobody sees it.</span>
      </span>
    </label>
  )
}
