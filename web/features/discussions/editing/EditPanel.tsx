import type { PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { EditPostForm } from '#web/features/discussions/editing/EditPostForm.tsx'
import { RemovePostForm } from '#web/features/discussions/editing/RemovePostForm.tsx'
import { VersionHistory } from '#web/features/discussions/editing/VersionHistory.tsx'

export { refreshFeed, refreshThread } from '#web/features/discussions/queries/refresh-posts.ts'

/** Loaded when somebody edits, removes or looks back. */
export default function EditPanel(props: PanelProps) {
  const { amending, message, onClose } = props
  const close = () => {
    onClose()
    // Back to where it began, once that stands there again.
    requestAnimationFrame(() => document.getElementById(`message-${message.id}`)?.focus({ preventScroll: true }))
  }
  const panel = { ...props, onClose: close }
  if (amending.act === 'change') return <EditPostForm {...panel} />
  if (amending.act === 'remove') return <RemovePostForm {...panel} />
  return <VersionHistory {...panel} />
}
