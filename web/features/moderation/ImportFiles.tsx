import { useState } from 'react'
import { extensionOf } from '#shared/kit/file-names.ts'
import { ACCEPTED, UPLOAD_WAITS_HOURS, VIDEO_TYPES, type UploadedFile } from '#shared/uploads.ts'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { uploadDocument, uploadLargeFile } from '#web/platform/api/resumable-upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from '#web/features/moderation/ImportsPage.module.css'

const isVideo = ({ name }: File) => extensionOf(name) in VIDEO_TYPES
const upload = (file: File): Promise<UploadedFile> =>
  isVideo(file) ? uploadLargeFile(file, { purpose: 'video' }) : uploadDocument(file)

interface Sent {
  name: string
  problem: string | null
}

/** Files that the tables of documents, recordings and series name. One that is refused does not stop the others. */
export function ImportFiles() {
  const [sent, setSent] = useState<readonly Sent[]>([])
  const uploading = useCommand(
    async (files: readonly File[]) => {
      for (const file of files) {
        // The server changes some names, such as those of images that it converts.
        const next = await upload(file).then(
          ({ name }) => ({ name, problem: null }),
          (error: unknown) => ({ name: file.name, problem: errorMessage(error, { fact: 'File not uploaded' }) }),
        )
        setSent((before) => [...before.filter(({ name }) => name !== next.name), next])
      }
    },
    { onError: 'show' },
  )
  return (
    <Section title="Files">
      <p className={styles.what}>
        Upload the files that the following tables name. Each waits {UPLOAD_WAITS_HOURS} hours and is used once.
      </p>
      <FileField
        label="Documents, videos and images"
        multiple
        accept={`${ACCEPTED},${Object.keys(VIDEO_TYPES)
          .map((extension) => `.${extension}`)
          .join(',')}`}
        disabled={uploading.isPending}
        onChoose={(_, files) => {
          if (files.length > 0) void uploading.run(files)
        }}
      />
      <div role="status">
        {uploading.isPending && <p className={styles.what}>Uploading…</p>}
        <ul>
          {sent.map(({ name, problem }) => (
            <li key={name} className={problem === null ? styles.what : styles.problem}>
              {name}: {problem ?? 'uploaded'}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
