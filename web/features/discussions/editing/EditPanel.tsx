import type { PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { EditPostForm } from '#web/features/discussions/editing/EditPostForm.tsx'
import { RemovePostForm } from '#web/features/discussions/editing/RemovePostForm.tsx'
import { VersionHistory } from '#web/features/discussions/editing/VersionHistory.tsx'

export { refreshFeed, refreshThread } from '#web/features/discussions/queries/refresh-posts.ts'

/** Loaded when the viewer edits, removes, or opens the history. */
export default function EditPanel(props: PanelProps) {
  const { editMode, message, onClose } = props
  const close = () => {
    onClose()
    // Return focus to the message after it is rendered again.
    requestAnimationFrame(() => document.getElementById(`message-${message.id}`)?.focus({ preventScroll: true }))
  }
  const panel = { ...props, onClose: close }
  if (editMode.act === 'change') return <EditPostForm {...panel} />
  if (editMode.act === 'remove') return <RemovePostForm {...panel} />
  return <VersionHistory {...panel} />
}
