import type { CareProps, Caring } from '#web/features/discussions/Care.tsx'
import { EditPost } from '#web/features/discussions/EditPost.tsx'
import { RemovePost } from '#web/features/discussions/RemovePost.tsx'
import { Versions } from '#web/features/discussions/Versions.tsx'

export { refreshFeed, refreshThread } from '#web/features/discussions/care.ts'

export type PanelProps = CareProps & { care: Caring }

/** Loaded when somebody edits, removes or looks back. */
export default function CarePanel(props: PanelProps) {
  const { care, message, onClose } = props
  const close = () => {
    onClose()
    // Back to where it began, once that stands there again.
    requestAnimationFrame(() => document.getElementById(`message-${message.id}`)?.focus({ preventScroll: true }))
  }
  const panel = { ...props, onClose: close }
  if (care.act === 'change') return <EditPost {...panel} />
  if (care.act === 'remove') return <RemovePost {...panel} />
  return <Versions {...panel} />
}
