import { useEffect, useRef, useState } from 'react'
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

/**
 * The upload of a document; while it goes without a name, also what cleaning finds in it, whenever the member decided
 * that: before, during or after the upload.
 */
export function useDocumentFile(isAnonymous: boolean) {
  const [state, setState] = useState<FileState>({ is: 'none' })
  const latest = useRef<File>(undefined)

  const unchecked = state.is === 'ready' && !state.check && !state.checkProblem ? state.file : undefined
  useEffect(() => {
    if (!isAnonymous || !unchecked) return
    // Of a file that is no longer chosen nothing is shown.
    let isChosen = true
    const show = (found: Pick<FileState & { is: 'ready' }, 'check' | 'checkProblem'>) => {
      if (isChosen) setState({ is: 'ready', file: unchecked, ...found })
    }
    execute(CheckDocumentFile, { file: unchecked }).then(
      ({ checkDocumentFile: found }) => show({ check: found ?? undefined }),
      (error: Error) => show({ check: undefined, checkProblem: error.message }),
    )
    return () => void (isChosen = false)
  }, [isAnonymous, unchecked])

  const choose = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    latest.current = chosen
    // An upload that ends after another file was chosen shows nothing.
    const show = (reached: FileState) => {
      if (latest.current === chosen) setState(reached)
    }
    const problem = canBeDocument(chosen.name) ? fileProblem(chosen, RESUMABLE_PURPOSES.document) : filesOfDocuments
    if (problem) {
      show({ is: 'failed', problem })
      return
    }
    show({ is: 'uploading', part: 0 })
    try {
      const file = await uploadDocument(chosen, { onProgress: (part) => show({ is: 'uploading', part }) })
      show({ is: 'ready', file, check: undefined })
    } catch (error) {
      show({ is: 'failed', problem: error instanceof ApiError ? error.message : 'We couldn’t upload the file.' })
    }
  }
  const removeHidden = () => {
    if (state.is === 'ready') setState({ is: 'ready', file: { ...state.file, removes_hidden: true }, check: undefined })
  }
  return { state, choose, removeHidden }
}
