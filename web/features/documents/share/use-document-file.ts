import { useState } from 'react'
import { CheckDocumentFile } from '#api/operations.ts'
import { canBeDocument, filesOfDocuments } from '#shared/documents.ts'
import { fileProblem, RESUMABLE_PURPOSES, type UploadedFile } from '#shared/uploads.ts'
import type { FileCheck } from '#web/features/documents/documents.queries.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { execute } from '#web/platform/api/operations.ts'
import { uploadDocument } from '#web/platform/api/resumable-upload.ts'

export type FileState =
  | { is: 'none' }
  | { is: 'uploading'; part: number }
  | { is: 'failed'; problem: string }
  | { is: 'ready'; file: UploadedFile; check: FileCheck | undefined; checkProblem?: string }

/** The upload of a document; if it goes without a name, also what cleaning finds in it. */
export function useDocumentFile() {
  const [state, setState] = useState<FileState>({ is: 'none' })

  const check = async (file: UploadedFile) => {
    setState({ is: 'ready', file, check: undefined })
    try {
      const { checkDocumentFile: found } = await execute(CheckDocumentFile, { file })
      setState({ is: 'ready', file, check: found ?? undefined })
    } catch (error) {
      setState({ is: 'ready', file, check: undefined, checkProblem: (error as Error).message })
    }
  }
  const choose = async (chosen: File | undefined, isAnonymous: boolean): Promise<UploadedFile | undefined> => {
    if (!chosen) return undefined
    const problem = canBeDocument(chosen.name) ? fileProblem(chosen, RESUMABLE_PURPOSES.document) : filesOfDocuments
    if (problem) {
      setState({ is: 'failed', problem })
      return undefined
    }
    setState({ is: 'uploading', part: 0 })
    try {
      const file = await uploadDocument(chosen, { onProgress: (part) => setState({ is: 'uploading', part }) })
      if (isAnonymous) void check(file)
      else setState({ is: 'ready', file, check: undefined })
      return file
    } catch (error) {
      setState({ is: 'failed', problem: error instanceof ApiError ? error.message : 'We couldn’t upload the file.' })
      return undefined
    }
  }
  const removeHidden = () => {
    if (state.is === 'ready') void check({ ...state.file, removes_hidden: true })
  }
  return { state, choose, check, removeHidden, reset: () => setState({ is: 'none' }) }
}
