import type { UploadedFile } from '#shared/uploads.ts'
import type { Prompt } from '#web/features/assistant/assistant.queries.ts'

/** The files of a prompt as new uploads: a question has files of its own, which last as long as it does. */
export async function copyFiles(prompt: Prompt): Promise<UploadedFile[]> {
  if (prompt.attachments.length === 0) return []
  const { uploadFile } = await import('#web/platform/api/upload.ts')
  return Promise.all(
    prompt.attachments.map(async ({ file, name, file_type }) => {
      const response = await fetch(file)
      if (!response.ok) throw new Error(`The file ${name} could not be read.`)
      return uploadFile(new File([await response.blob()], name, { type: file_type }))
    }),
  )
}
