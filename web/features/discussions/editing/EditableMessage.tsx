import type { ReactNode } from 'react'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { EditableMessageProps } from '#web/features/discussions/editing/edit-mode.ts'
import { lazyWithPreload } from '#web/kit/lazy-with-preload.tsx'
import type { Viewer } from '#web/platform/session/session.ts'

/** Also what brings a page in line when somebody has edited or removed. */
export const loadEditPanel = () => import('#web/features/discussions/editing/EditPanel.tsx')
const EditPanel = lazyWithPreload(loadEditPanel)
const MINUTE_MS = 60_000

export const isEditSignal = ({ signal }: { signal: string }) => /edited|removed/.test(signal)

/** As the server will decide. */
export const canEdit = ({ is_own, pub_date }: MessageView, viewer: Viewer, now: number): boolean =>
  viewer.is_staff || (is_own && now - Date.parse(pub_date) < EDIT_MINUTES * MINUTE_MS)

/** What staff did not approve is not written anew by its author. */
export const canRewriteText = ({ is_own, rejection }: MessageView): boolean => !(is_own && rejection)

/** A message, and what is being done with it: an editor takes its place, everything else stands beneath. */
export function EditableMessage({ children, ...props }: EditableMessageProps & { children: ReactNode }) {
  const { amending } = props
  return (
    <>
      {amending?.act !== 'change' && children}
      {amending && <EditPanel {...props} amending={amending} meanwhile={amending.act === 'change' ? children : null} />}
    </>
  )
}
