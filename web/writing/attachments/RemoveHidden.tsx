import { asksAboutHidden, REMOVE_HIDDEN, type UploadedFile } from '#shared/uploads.ts'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  /** Why the post was refused. */
  problem: string | null
  files: () => readonly UploadedFile[]
  onAgree: (files: UploadedFile[]) => void
}

/** Files of an anonymous post with hidden sheets, slides or text: the member may have them removed, and posts again. */
export const RemoveHidden = ({ problem, files, onAgree }: Props) =>
  asksAboutHidden(problem) && (
    <Button onClick={() => onAgree(files().map((file) => ({ ...file, removes_hidden: true })))}>{REMOVE_HIDDEN}</Button>
  )
