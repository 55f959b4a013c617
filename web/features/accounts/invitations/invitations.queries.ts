/** A member's own invitations, and all invitations for staff. */
import { callQuery } from '#web/features/accounts/auth-pages/auth.queries.ts'

export interface InvitationRow {
  id: number
  email: string
  first_name: string
  last_name: string
  note: string
  state: 'nominated' | 'sent' | 'accepted' | 'declined' | 'withdrawn'
  expired: boolean
  network: string
  trial_days: number | null
  created_at: string
  sent_at: string | null
  expires_at: string | null
  used_at: string | null
  /** Only returned to staff. */
  inviter?: string | null
  has_account?: boolean
}
export interface NetworkChoice {
  id: number
  display_name: string
}
export interface TrialCodeRow {
  id: number
  label: string
  days: number
  max_uses: number
  uses: number
  expires_at: string
  ended_at: string | null
  network: string
}

export const ownInvitationsQuery = callQuery<{ networks: NetworkChoice[]; invitations: InvitationRow[] }>(
  '/invitations',
)
export const staffInvitationsQuery = callQuery<{
  networks: NetworkChoice[]
  invitations: InvitationRow[]
  trial_codes: TrialCodeRow[]
}>('/staff/invitations')

export interface OutboxMail {
  id: number
  to: string
  kind: string
  subject: string
  text: string
  state: 'queued' | 'sent' | 'failed'
  attempts: number
  error: string | null
  created_at: string
}
export const outboxQuery = callQuery<OutboxMail[]>('/staff/outbox')
