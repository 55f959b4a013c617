import { useCommand } from '#web/platform/forms/use-command.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { RemoveProfilePicture } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { FilePicker } from '#web/kit/forms/Controls.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { updatePicture, useUpdateAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

const PictureCrop = lazy(() => import('#web/features/accounts/settings/PictureCrop.tsx'))
const KINDS = 'image/png,image/jpeg,image/gif,image/webp'

/** The profile picture: cropped to a square here, re-encoded on the server. */
export function PictureSetting({ account }: { account: Account }) {
  const { keep } = useUpdateAccount()
  const chooser = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const save = async (square: File, signal: AbortSignal) => {
    const { key } = await uploadFile(square, { signal })
    keep(await updatePicture(key))
    toast.success('Photo updated')
  }
  const remove = useCommand(RemoveProfilePicture, {
    success: 'Photo removed',
    onSuccess: ({ removeProfilePicture }) => keep(removeProfilePicture),
  })
  return (
    <div className={styles.picture}>
      <Monogram id={account.id} name={account.name} size={96} pictureUrl={account.profile_pic_url} />
      <div className={styles.words}>
        <p className={styles.name}>Photo</p>
        <p className={styles.what}>Members see it next to your name. Without a photo, they see your initials.</p>
        <div className={`${styles.acts} ${styles.below}`}>
          <Button onClick={() => chooser.current?.click()}>
            {account.profile_pic_url ? 'Change photo' : 'Add photo'}
          </Button>
          {account.profile_pic_url && (
            <Button look="bare" disabled={remove.isPending} onClick={() => void remove.run({})}>
              Remove photo
            </Button>
          )}
        </div>
      </div>
      <FilePicker ref={chooser} label="Photo" accept={KINDS} onChoose={([file]) => setChosen(file)} />
      {chosen && (
        <Suspense>
          <PictureCrop file={chosen} onDone={save} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
