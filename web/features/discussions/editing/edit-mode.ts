import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { Viewer } from '#web/platform/session/session.ts'

/** What is done with a message that stands: written anew, taken away, or looked at as it was. */
export interface EditMode {
  act: 'change' | 'remove' | 'history'
  id: number
}

export interface EditableMessageProps {
  amending: EditMode | null
  message: MessageView
  thread: ThreadView
  viewer: Viewer
  onClose: () => void
}

export type PanelProps = EditableMessageProps & { amending: EditMode }

/** Why a change was not saved. */
export const CHANGES_KEPT = {
  offline: 'You’re offline. Your changes are safe; try again when you’re back online.',
  failed: 'We couldn’t save your changes just now. They’re safe here; try again.',
}
