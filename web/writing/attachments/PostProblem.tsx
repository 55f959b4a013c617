import { asksAboutHidden, REMOVE_HIDDEN, type UploadedFile } from '#shared/uploads.ts'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  /** Why the post is not sent; null if nothing is wrong. */
  problem: string | null
  className: string | undefined
  files: () => readonly UploadedFile[]
  /** Called with the files of which hidden sheets, slides and text may be removed. */
  onAgree: (uploaded: UploadedFile[]) => void
}

/** Why a post is not sent. Where hidden parts of its files are the reason, the member may have them removed. */
export const PostProblem = ({ problem, className, files, onAgree }: Props) =>
  problem !== null && (
    <>
      <p role="alert" className={className}>
        {problem}
      </p>
      {asksAboutHidden(problem) && (
        <Button onClick={() => onAgree(files().map((file) => ({ ...file, removes_hidden: true })))}>
          {REMOVE_HIDDEN}
        </Button>
      )}
    </>
  )
