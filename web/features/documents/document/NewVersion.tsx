import { useState } from 'react'
import { AddPeerDocumentVersion } from '#api/operations.ts'
import { NOTE_LENGTH } from '#shared/documents.ts'
import { useInvalidate, type DocumentView } from '#web/features/documents/documents.queries.ts'
import { CleaningReport, undecided } from '#web/features/documents/share/CleaningReport.tsx'
import { FilePart } from '#web/features/documents/share/FilePart.tsx'
import { useDocumentFile } from '#web/features/documents/share/use-document-file.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

/** Uploads a new version, which waits for staff. */
export function NewVersion({ document }: { document: DocumentView }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="bare" onClick={() => setOpen(true)}>
        Add a version
      </Button>
    )
  return <VersionForm document={document} onClose={() => setOpen(false)} />
}

function VersionForm({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const invalidate = useInvalidate()
  const { state, choose, removeHidden } = useDocumentFile(document.is_anonymous)
  const [isKept, setKept] = useState(false)
  const file = state.is === 'ready' ? state.file : undefined
  const reason = undecided(state, document.is_anonymous, isKept)
  const form = useForm({
    initial: { note: '' },
    fields: ['note', 'file'],
    check: () => (file ? null : { field: 'file', message: 'Choose a file.' }),
    submit: async ({ note }) => {
      await execute(AddPeerDocumentVersion, { id: document.id, file: file!, note, keeps_findings: isKept })
      await invalidate()
    },
    success: 'Submitted. Members see it when staff have approved it',
    onDone: onClose,
  })
  return (
    <form {...form.props} className={styles.form} aria-label="New version" noValidate>
      <FilePart state={state} problem={form.problemOf('file')} onChoose={(chosen) => void choose(chosen)} />
      {document.is_anonymous && (
        <CleaningReport state={state} isKept={isKept} onKeep={setKept} onRemoveHidden={removeHidden} />
      )}
      <Field label="What changed (optional)" maxLength={NOTE_LENGTH} autoComplete="off" {...form.field('note')} />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <SubmitButton look="quiet" isPending={form.isPending || reason !== null}>
          Submit version
        </SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
        {reason && <span className={styles.facts}>{reason}</span>}
      </div>
    </form>
  )
}
