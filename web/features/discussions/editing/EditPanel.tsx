import type { PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { EditPostForm } from '#web/features/discussions/editing/EditPostForm.tsx'
import { RemovePostForm } from '#web/features/discussions/editing/RemovePostForm.tsx'
import { VersionHistory } from '#web/features/discussions/editing/VersionHistory.tsx'

export { refreshFeed, refreshThread } from '#web/features/discussions/queries/refresh-posts.ts'

/** Loaded when the viewer edits, removes, or opens the history. */
export default function EditPanel(props: PanelProps) {
  const { amending, message, onClose } = props
  const close = () => {
    onClose()
    // Return focus to the message after it is rendered again.
    requestAnimationFrame(() => document.getElementById(`message-${message.id}`)?.focus({ preventScroll: true }))
  }
  const panel = { ...props, onClose: close }
  if (amending.act === 'change') return <EditPostForm {...panel} />
  if (amending.act === 'remove') return <RemovePostForm {...panel} />
  return <VersionHistory {...panel} />
}
