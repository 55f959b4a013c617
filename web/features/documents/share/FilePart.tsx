import { ACCEPTED_DOCUMENTS } from '#shared/documents.ts'
import { inMegabytes } from '#shared/uploads.ts'
import type { FileState } from '#web/features/documents/share/use-document-file.ts'
import styles from '#web/features/documents/Documents.module.css'
import { FileField } from '#web/kit/forms/FileField.tsx'

interface Props {
  state: FileState
  problem?: string | undefined
  onChoose: (file: File | undefined) => void
}

export const FilePart = ({ state, problem, onChoose }: Props) => (
  <div>
    <FileField
      label={state.is === 'ready' ? 'Choose another file' : 'File'}
      accept={ACCEPTED_DOCUMENTS}
      aria-invalid={problem ? true : undefined}
      onChoose={(file) => file && onChoose(file)}
    />
    <p className={styles.note} role="status">
      {state.is === 'uploading' && `Uploading, ${Math.round(state.part * 100)} percent`}
      {state.is === 'ready' && `${state.file.name}, ${inMegabytes(state.file.size)}. Published under its title.`}
    </p>
    {(problem ?? (state.is === 'failed' ? state.problem : undefined)) && (
      <p role="alert" className={styles.problem}>
        {problem ?? (state.is === 'failed' && state.problem)}
      </p>
    )}
  </div>
)
