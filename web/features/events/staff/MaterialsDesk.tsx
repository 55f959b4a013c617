import { useState, type ReactNode } from 'react'
import {
  AddEventDocument,
  AddEventVideo,
  GetEventById,
  RemoveEventDocument,
  RemoveEventVideo,
  RemoveMainStageSession,
  SaveMainStageSession,
  SearchFilterEvents,
} from '#api/operations.ts'
import { ACCEPTED } from '#shared/uploads.ts'
import type { EventView } from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { uploadDocument, uploadLargeFile } from '#web/platform/api/resumable-upload.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from '#web/features/events/Events.module.css'

const changed = [[GetEventById.name], [SearchFilterEvents.name]] as const
const requireFile = (file: File | undefined): File => {
  if (!file) throw new ApiError('Choose a file.', { kind: 'bad_request', field: 'file' })
  return file
}

/** Sessions, documents and recordings of an event. */
export function MaterialsDesk({ event }: { event: EventView }) {
  /** What is being added, or the session that is edited. */
  const [adding, setAdding] = useState<'session' | 'document' | 'video' | number>()
  const done = () => setAdding(undefined)
  const removeSession = useCommand(RemoveMainStageSession, { invalidate: changed, success: 'Session removed' })
  const removeDocument = useCommand(RemoveEventDocument, { invalidate: changed, success: 'Document removed' })
  const removeVideo = useCommand(RemoveEventVideo, { invalidate: changed, success: 'Recording removed' })
  return (
    <Section title="Program and materials" level={3}>
      <ul>
        {event.mainstage_sessions.map((session) => {
          const { id, title } = session
          return (
            <Item
              key={`session-${id}`}
              kind="Session"
              title={title}
              onRemove={() => void removeSession.run({ id })}
              onEdit={() => setAdding(id)}
            >
              {adding === id && <SessionForm event={event} session={session} onDone={done} />}
            </Item>
          )
        })}
        {event.documents.map(({ id, title }) => (
          <Item key={`document-${id}`} kind="Document" title={title} onRemove={() => void removeDocument.run({ id })} />
        ))}
        {event.videos.map(({ id, title }) => (
          <Item key={`video-${id}`} kind="Recording" title={title} onRemove={() => void removeVideo.run({ id })} />
        ))}
      </ul>
      <p className={styles.acts}>
        <Button onClick={() => setAdding('session')}>Add a session</Button>
        <Button onClick={() => setAdding('document')}>Add a document</Button>
        <Button onClick={() => setAdding('video')}>Add a recording</Button>
      </p>
      {adding === 'session' && <SessionForm event={event} onDone={done} />}
      {adding === 'document' && <DocumentForm event={event} onDone={done} />}
      {adding === 'video' && <VideoForm event={event} onDone={done} />}
    </Section>
  )
}

interface ItemProps {
  kind: string
  title: string
  onRemove: () => void
  onEdit?: () => void
  /** The form, while it is edited. */
  children?: ReactNode
}

const Item = ({ kind, title, onRemove, onEdit, children }: ItemProps) => (
  <li className={styles.deskRow}>
    <div className={styles.material}>
      <div className={styles.about}>
        <p className={styles.personName}>{title}</p>
        <p className={styles.facts}>{kind}</p>
      </div>
      {onEdit && (
        <Button look="bare" aria-label={`Edit: ${title}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button look="bare" aria-label={`Remove: ${title}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
    {children}
  </li>
)

interface FormProps {
  event: EventView
  onDone: () => void
}

/** A submit that refetches the event. */
const useChange = <Input,>(work: (input: Input) => Promise<unknown>) => {
  const { run } = useCommand(work, { invalidate: changed, onError: 'show' })
  return run
}

type Session = EventView['mainstage_sessions'][number]

/** A new session, or one that is edited in place. */
function SessionForm({ event, session, onDone }: FormProps & { session?: Session }) {
  const refetch = useChange(() => Promise.resolve())
  const form = useForm({
    initial: {
      title: session?.title ?? '',
      description: session?.description ?? '',
      speakers: session?.speakers ?? '',
      room: session?.room ?? '',
      wall_start: session ? (session.wall_start ?? '') : event.wall_start,
    },
    submit: (fields) =>
      execute(SaveMainStageSession, { ...(session && { id: session.id }), event_id: event.id, session: fields }),
    success: session ? 'Session saved' : 'Session added',
    onDone: () => {
      void refetch(undefined)
      onDone()
    },
    messages: { fact: session ? 'Session not saved' : 'Session not added' },
  })
  return (
    <form
      {...form.props}
      className={styles.form}
      noValidate
      aria-label={session ? `Edit: ${session.title}` : 'New session'}
    >
      <Field label="Title of the session" autoComplete="off" {...form.field('title')} />
      <TextAreaField label="Description of the session" rows={2} {...form.field('description')} />
      <Field label="Speakers" autoComplete="off" {...form.field('speakers')} />
      <Field label="Room" autoComplete="off" {...form.field('room')} />
      <Field label="Begins" type="datetime-local" {...form.field('wall_start')} />
      <FormProblem>{form.problem}</FormProblem>
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>{session ? 'Save session' : 'Add session'}</SubmitButton>
        <Button look="bare" onClick={onDone}>
          Close
        </Button>
      </p>
    </form>
  )
}

function DocumentForm({ event, onDone }: FormProps) {
  const [file, setFile] = useState<File>()
  const refetch = useChange(() => Promise.resolve())
  const form = useForm({
    initial: { title: '', opens: '' },
    submit: async ({ title, opens }) =>
      execute(AddEventDocument, {
        event_id: event.id,
        title,
        available_from: opens ? new Date(opens).toISOString() : null,
        file: await uploadDocument(requireFile(file)),
      }),
    success: 'Document added',
    onDone: () => {
      void refetch(undefined)
      onDone()
    },
    messages: { fact: 'Document not added' },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="New document">
      <Field label="Title of the document" autoComplete="off" {...form.field('title')} />
      <FileField label="File" accept={ACCEPTED} onChoose={setFile} />
      <Field
        label="Opens (optional)"
        hint="In your own time zone. Until then members see only its title."
        type="datetime-local"
        {...form.field('opens')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <SubmitButton isPending={form.isPending}>Add document</SubmitButton>
    </form>
  )
}

function VideoForm({ event, onDone }: FormProps) {
  const [file, setFile] = useState<File>()
  const [poster, setPoster] = useState<File>()
  const [part, setPart] = useState(0)
  const refetch = useChange(() => Promise.resolve())
  const form = useForm({
    initial: { title: '', description: '', session_id: '', captions: '', chapters: '' },
    submit: async ({ session_id, ...fields }) => {
      const chosen = requireFile(file)
      return execute(AddEventVideo, {
        event_id: event.id,
        session_id: session_id === '' ? null : Number(session_id),
        video: fields,
        file: await uploadLargeFile(chosen, { purpose: 'video', onProgress: setPart }),
        poster: poster ? await uploadFile(poster) : null,
      })
    },
    success: 'Recording added',
    onDone: () => {
      void refetch(undefined)
      onDone()
    },
    messages: { fact: 'Recording not added' },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="New recording">
      <Field label="Title of the recording" autoComplete="off" {...form.field('title')} />
      <TextAreaField label="Description of the recording" rows={2} {...form.field('description')} />
      <SelectField label="Belongs to" {...form.field('session_id')}>
        <option value="">The event</option>
        {event.mainstage_sessions.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <FileField label="MP4 or WebM file" accept=".mp4,.webm" onChoose={setFile} />
      <FileField label="Image shown before it plays (optional)" accept="image/*" onChoose={setPoster} />
      <TextAreaField label="Captions (WebVTT)" rows={4} {...form.field('captions')} />
      <TextAreaField
        label="Chapters"
        hint="A line each: 8:00 Interviews and memos"
        rows={3}
        {...form.field('chapters')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{form.isPending && part > 0 && `Uploaded ${Math.floor(part * 100)} %`}</p>
      <SubmitButton isPending={form.isPending}>Add recording</SubmitButton>
    </form>
  )
}
