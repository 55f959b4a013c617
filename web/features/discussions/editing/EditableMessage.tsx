import type { ReactNode } from 'react'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { EditableMessageProps } from '#web/features/discussions/editing/edit-mode.ts'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import type { Viewer } from '#web/platform/session/session.ts'

/** Also provides the refresh functions used when another member edits or removes a post. */
export const loadEditPanel = () => import('#web/features/discussions/editing/EditPanel.tsx')
const EditPanel = lazyWithPreload(loadEditPanel)
const MINUTE_MS = 60_000

export const isEditSignal = ({ signal }: { signal: string }) => /edited|removed/.test(signal)

/** Mirrors the server's rule; the server decides. */
export const canEdit = ({ is_own, pub_date }: MessageView, viewer: Viewer, now: number): boolean =>
  viewer.is_staff || (is_own && now - Date.parse(pub_date) < EDIT_MINUTES * MINUTE_MS)

/** Authors cannot edit a post that staff rejected. */
export const canRewriteText = ({ is_own, rejection }: MessageView): boolean => !(is_own && rejection)

/** A message with its edit panel: the editor replaces the message, other panels appear below it. */
export function EditableMessage({ children, ...props }: EditableMessageProps & { children: ReactNode }) {
  const { editMode } = props
  return (
    <>
      {editMode?.act !== 'change' && children}
      {editMode && <EditPanel {...props} editMode={editMode} meanwhile={editMode.act === 'change' ? children : null} />}
    </>
  )
}
