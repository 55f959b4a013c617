import { useState } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { uploadDocument } from '#web/platform/api/resumable-upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from '#web/features/learning/Learning.module.css'

interface Props {
  label: string
  /** The file that was chosen before. */
  current: string
  accept?: string
  onUploaded: (file: UploadedFile | null) => void
}

/** Uploads a file as soon as it is chosen; what uses it is saved with the form. */
export function UploadField({ label, current, accept, onUploaded }: Props) {
  const [name, setName] = useState('')
  const uploading = useCommand((file: File) => uploadDocument(file), {
    onSuccess: onUploaded,
    messages: { fact: 'File not uploaded' },
  })
  return (
    <div>
      <FileField
        label={label}
        {...(accept && { accept })}
        onChoose={(file) => {
          setName(file?.name ?? '')
          if (file) void uploading.run(file)
        }}
      />
      <p className={styles.facts} role="status">
        {uploading.isPending ? `Uploading ${name}` : current}
      </p>
    </div>
  )
}
