import { ReportForm, type ReportFormProps } from '#web/features/discussions/moderation/ReportForm.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'

type Props = Pick<ReportFormProps, 'about' | 'onClose'>

/** Reports another member's content. Loaded on demand. */
export default function ReportDialog({ about, onClose }: Props) {
  return (
    <Dialog labelledBy="more-title" onClose={onClose}>
      {(close) => <ReportForm about={about} isOwn={false} onClose={close} />}
    </Dialog>
  )
}
