import type { MessageView, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { Viewer } from '#web/platform/session/session.ts'

/** The open panel of a message: edit, remove or version history. */
export interface EditMode {
  act: 'change' | 'remove' | 'history'
  id: number
}

export interface EditableMessageProps {
  editMode: EditMode | null
  message: MessageView
  thread: ThreadView
  viewer: Viewer
  onClose: () => void
}

export type PanelProps = EditableMessageProps & { editMode: EditMode }

/** Error texts for an edit that was not saved. */
export const CHANGES_KEPT = {
  offline: 'You’re offline. Your changes are safe; try again when you’re back online.',
  failed: 'We couldn’t save your changes just now. They’re safe here; try again.',
}
