import { useState } from 'react'
import { GetEventById, SaveEventPhotos } from '#api/operations.ts'
import { EVENT_PHOTOS_LIMIT, PHOTO_CAPTION } from '#shared/events.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { EventView } from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from '#web/features/events/Events.module.css'
import own from './PhotosDesk.module.css'

interface Photo {
  /** Of a stored photo; a new one is known by its upload. */
  id?: number
  file?: UploadedFile
  caption: string
  /** Null for a new one: it is shown once it is saved. */
  source: string | null
}
const keyOf = ({ id, file }: Photo) => file?.key ?? String(id)

const storedPhotos = ({ photos }: EventView): Photo[] =>
  photos.map(({ id, caption, image_url }) => ({ id, caption, source: image_url }))

function usePhotos(event: EventView) {
  const [photos, setPhotos] = useState(() => storedPhotos(event))
  const [problem, setProblem] = useState<string | null>(null)
  const adding = useCommand(
    async (files: readonly File[]) => {
      for (const chosen of files) {
        const file = await uploadFile(chosen)
        setPhotos((before) => [...before, { file, caption: '', source: null }])
      }
    },
    { messages: { fact: 'Photo not uploaded' } },
  )
  const saving = useCommand(SaveEventPhotos, {
    invalidate: [[GetEventById.name]],
    success: 'Photos saved',
    onSuccess: ({ saveEventPhotos }) => setPhotos(storedPhotos({ ...event, ...saveEventPhotos })),
    onError: (error) => setProblem(errorMessage(error, { fact: 'Photos not saved' })),
  })
  const save = () => {
    setProblem(null)
    void saving.run({
      event_id: event.id,
      photos: photos.map(({ id, file, caption }) => (id ? { id, caption } : { caption, file: file! })),
    })
  }
  return { photos, setPhotos, problem, adding, isPending: saving.isPending, save }
}

/** Photos of an event: added, described, ordered and removed, then saved together. */
export function PhotosDesk({ event }: { event: EventView }) {
  const { photos, setPhotos, problem, adding, isPending, save } = usePhotos(event)
  const change = (at: number, caption: string) =>
    setPhotos(photos.map((photo, place) => (place === at ? { ...photo, caption } : photo)))
  const swap = (at: number) => {
    const next = [...photos]
    next.splice(at - 1, 2, photos[at]!, photos[at - 1]!)
    setPhotos(next)
  }
  return (
    <Section title="Photos" level={3}>
      <ol>
        {photos.map((photo, at) => (
          <PhotoRow
            key={keyOf(photo)}
            photo={photo}
            number={at + 1}
            onCaption={(caption) => change(at, caption)}
            onUp={at > 0 ? () => swap(at) : undefined}
            onDown={at < photos.length - 1 ? () => swap(at + 1) : undefined}
            onRemove={() => setPhotos(photos.filter((each) => each !== photo))}
          />
        ))}
      </ol>
      {photos.length < EVENT_PHOTOS_LIMIT && (
        <FileField
          label="Add photos"
          accept="image/*"
          multiple
          disabled={adding.isPending}
          onChoose={(_, files) => {
            if (files.length > 0) void adding.run(files)
          }}
        />
      )}
      <p role="status">{adding.isPending && 'Uploading…'}</p>
      <FormProblem>{problem}</FormProblem>
      <p className={styles.acts}>
        <Button disabled={isPending || adding.isPending} onClick={save}>
          Save photos
        </Button>
      </p>
    </Section>
  )
}

interface RowProps {
  photo: Photo
  number: number
  onCaption: (caption: string) => void
  /** Undefined for the first, and for the last. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

const PhotoRow = ({ photo: { source, file, caption }, number, onCaption, onUp, onDown, onRemove }: RowProps) => (
  <li className={own.photo}>
    {source === null ? (
      <p className={own.new}>{file?.name}</p>
    ) : (
      <img src={source} alt={caption} width={160} height={100} />
    )}
    <div className={own.fields}>
      <Field
        label={`What photo ${number} shows`}
        autoComplete="off"
        maxLength={PHOTO_CAPTION}
        value={caption}
        onChange={({ target }) => onCaption(target.value)}
      />
      <p className={styles.acts}>
        {onUp && (
          <Button look="bare" aria-label={`Move photo ${number} up`} onClick={onUp}>
            Move up
          </Button>
        )}
        {onDown && (
          <Button look="bare" aria-label={`Move photo ${number} down`} onClick={onDown}>
            Move down
          </Button>
        )}
        <Button look="bare" aria-label={`Remove photo ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </p>
    </div>
  </li>
)
