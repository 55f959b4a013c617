import type { ReactNode } from 'react'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import type { MessageView, ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { ahead } from '#web/kit/ahead.tsx'
import type { Viewer } from '#web/platform/session.ts'

/** Also what brings a page in line when somebody has edited or removed. */
export const loadAmend = () => import('#web/features/discussions/AmendPanel.tsx')
const AmendPanel = ahead(loadAmend)
const MINUTE_MS = 60_000

/** What is done with a message that stands: written anew, taken away, or looked at as it was. */
export interface Amending {
  act: 'change' | 'remove' | 'history'
  id: number
}

export interface AmendProps {
  amending: Amending | null
  message: MessageView
  thread: ThreadView
  viewer: Viewer
  onClose: () => void
}

export const isAmendment = ({ signal }: { signal: string }) => /edited|removed/.test(signal)

/** As the server will decide. */
export const mayChange = ({ is_own, pub_date }: MessageView, viewer: Viewer, now: number): boolean =>
  viewer.is_staff || (is_own && now - Date.parse(pub_date) < EDIT_MINUTES * MINUTE_MS)

/** What staff did not approve is not written anew by its author. */
export const mayRewrite = ({ is_own, rejection }: MessageView): boolean => !(is_own && rejection)

/** A message, and what is being done with it: an editor takes its place, everything else stands beneath. */
export function Amend({ children, ...props }: AmendProps & { children: ReactNode }) {
  const { amending } = props
  return (
    <>
      {amending?.act !== 'change' && children}
      {amending && (
        <AmendPanel {...props} amending={amending} meanwhile={amending.act === 'change' ? children : null} />
      )}
    </>
  )
}
