/** Queries of the auth pages, before there is a session. */
import { queryOptions } from '@tanstack/react-query'
import { GET } from '#web/platform/api/http.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export interface Invitation {
  email: string
  first_name: string
  last_name: string
  note: string
  expires_at: string
  trial_days: number | null
  invite_code: string
  /** The invitation was used to start an account that has no password yet. */
  begun: boolean
  num_of_members: number
  network: {
    id: number
    display_name: string
    theme: string
    discipline: string
    support_email: string | null
  }
  inviter: PreviewMember | null
  members: PreviewMember[]
}
export interface PreviewMember {
  id: number
  name: string
  title: string | null
  company: string | null
  profile_thumbnail_url: string | null
}

/** Queries plain REST endpoints; `enabled` only in the browser, because the server renders these pages without data. */
export const callQuery = <Data>(path: string) =>
  queryOptions({
    ...shellQuery,
    queryKey: ['accounts', path],
    queryFn: async ({ signal }) => {
      const [answer, error] = await GET<{ data: Data }>(path, { signal })
      if (error) throw error
      return answer.data
    },
  })

export const invitationQuery = (token: string) =>
  callQuery<Invitation>(`/onboarding/invitations/${encodeURIComponent(token)}`)
export const trialQuery = (code: string) =>
  callQuery<{ days: number; network: string; theme: string; discipline: string }>(
    `/onboarding/trials/${encodeURIComponent(code)}`,
  )
export const resetQuery = (token: string) => callQuery<object>(`/auth/reset-password/${encodeURIComponent(token)}`)
export const confirmationQuery = callQuery<{
  kind: 'mail' | 'totp'
  email: string
  resend_in: number
  has_passkeys: boolean
  /** The identity provider that signs in this member for the first time. */
  connecting_to: string | null
}>('/auth/confirm-login')
