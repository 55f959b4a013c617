import { useCommand } from '#web/platform/forms/use-command.ts'
import { useEffect, useId, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { PICTURE_PIXELS } from '#shared/settings.ts'
import { Button } from '#web/kit/Button.tsx'
import { RangeField } from '#web/kit/forms/Controls.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import styles from './PictureCrop.module.css'

interface Props {
  file: File
  /** Uploads the square; the dialog stays open until the upload completes. */
  onDone: (square: File, signal: AbortSignal) => Promise<void>
  onClose: () => void
}

/** Crops a picture. Cropping happens in the browser, so the rest never leaves the device. */
export default function PictureCrop({ file, onDone, onClose }: Props) {
  const id = useId()
  const { address, isUnreadable, setUnreadable } = useImage(file)
  const [area, setArea] = useState<Area>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const save = useCommand(
    async () => {
      const square = address && area ? await cut(address, area).catch(() => undefined) : undefined
      if (!square) return void setUnreadable(true)
      sending.current = new AbortController()
      await onDone(square, sending.current.signal)
      return 'saved' as const
    },
    { onError: 'show' },
  )
  const done = async (close: () => void) => {
    if (await save.run()) close()
  }
  return (
    <Dialog labelledBy={`${id}-title`} onClose={onClose}>
      {(close) => (
        <>
          <h2 id={`${id}-title`} className="t-section">
            Crop your photo
          </h2>
          {isUnreadable ? (
            <p role="alert" className={styles.problem}>
              We couldn’t open this file as an image. Choose another one.
            </p>
          ) : (
            <>
              <Part image={address} onArea={setArea} onUnreadable={() => setUnreadable(true)} />
              {save.error && (
                <p role="alert" className={styles.problem}>
                  {errorMessage(save.error, { fact: 'Your photo wasn’t changed' })}
                </p>
              )}
            </>
          )}
          <div className={styles.acts}>
            {!isUnreadable && (
              <Button look="filled" disabled={!area || save.isPending} onClick={() => void done(close)}>
                Use photo
              </Button>
            )}
            <Button onClick={close}>Cancel</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** The file as a data URL, which the cropper and the canvas can read. */
function useImage(file: File) {
  const [address, setAddress] = useState<string>()
  const [isUnreadable, setUnreadable] = useState(false)
  useEffect(() => {
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.onerror = () => setUnreadable(true)
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return { address, isUnreadable, setUnreadable }
}

interface PartProps {
  image: string | undefined
  onArea: (area: Area) => void
  onUnreadable: () => void
}

/** The picture under a circular mask; it can be moved and zoomed. */
function Part({ image, onArea, onUnreadable }: PartProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={styles.stage}>
        {image && (
          <Cropper
            image={image}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => onArea(pixels)}
            mediaProps={{ onError: onUnreadable }}
            cropperProps={{ role: 'group', 'aria-label': 'Visible area. Use the arrow keys to move it.' }}
          />
        )}
      </div>
      <RangeField
        label="Zoom"
        className={styles.zoom}
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={({ target }) => setZoom(Number(target.value))}
      />
    </>
  )
}

async function cut(address: string, { x, y, width, height }: Area): Promise<File> {
  const image = new Image()
  image.src = address
  await image.decode()
  const side = Math.min(PICTURE_PIXELS * 2, Math.round(width))
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  canvas.getContext('2d')!.drawImage(image, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The photo couldn’t be cropped.')
  return new File([blob], 'picture.png', { type: 'image/png' })
}
