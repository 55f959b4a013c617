import { lazy, Suspense, useRef, useState } from 'react'
import { RemoveProfilePicture, UpdateProfilePicture } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'
import { uploadFile } from '#web/platform/upload.ts'
import { useKeepAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import styles from './Settings.module.css'

const PictureCrop = lazy(() => import('#web/features/accounts/PictureCrop.tsx'))
const KINDS = 'image/png,image/jpeg,image/gif,image/webp'

/** The picture beside the member's words: chosen, cut to a square here, drawn anew on the server. */
export function PictureSetting({ account }: { account: Account }) {
  const { keep } = useKeepAccount()
  const chooser = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const save = async (square: File, signal: AbortSignal) => {
    const { key } = await uploadFile(square, { signal, onProgress: () => {} })
    keep((await execute(UpdateProfilePicture, { attachment_key: key })).updateProfilePicture)
    toast.success('Your picture is changed')
  }
  const remove = async () => {
    try {
      keep((await execute(RemoveProfilePicture, {})).removeProfilePicture)
      toast.success('Your picture is removed')
    } catch (error) {
      sayRefusal(error)
    }
  }
  return (
    <div className={styles.picture}>
      <Monogram id={account.id} name={account.name} size={96} pictureUrl={account.profile_pic_url} />
      <div className={styles.words}>
        <p className={styles.name}>Picture</p>
        <p className={styles.what}>Members see it beside your name. Without one they see your initials.</p>
        <div className={`${styles.acts} ${styles.below}`}>
          <Button onClick={() => chooser.current?.click()}>
            {account.profile_pic_url ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          {account.profile_pic_url && (
            <Button look="bare" onClick={() => void remove()}>
              Remove the picture
            </Button>
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={KINDS}
        hidden
        aria-label="Picture"
        onChange={({ target }) => {
          setChosen(target.files?.[0])
          target.value = ''
        }}
      />
      {chosen && (
        <Suspense>
          <PictureCrop file={chosen} onDone={save} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
