import type { AmendProps, Amending } from '#web/features/discussions/Amend.tsx'
import { EditPost } from '#web/features/discussions/EditPost.tsx'
import { RemovePost } from '#web/features/discussions/RemovePost.tsx'
import { Versions } from '#web/features/discussions/Versions.tsx'

export { refreshFeed, refreshThread } from '#web/features/discussions/amend.ts'

export type PanelProps = AmendProps & { amending: Amending }

/** Loaded when somebody edits, removes or looks back. */
export default function AmendPanel(props: PanelProps) {
  const { amending, message, onClose } = props
  const close = () => {
    onClose()
    // Back to where it began, once that stands there again.
    requestAnimationFrame(() => document.getElementById(`message-${message.id}`)?.focus({ preventScroll: true }))
  }
  const panel = { ...props, onClose: close }
  if (amending.act === 'change') return <EditPost {...panel} />
  if (amending.act === 'remove') return <RemovePost {...panel} />
  return <Versions {...panel} />
}
