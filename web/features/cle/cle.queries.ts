/** Queries for CLE credits, and plain requests for what is public about certificates. */
import { queryOptions } from '@tanstack/react-query'
import {
  GetCleCredits,
  GetCleRules,
  GetStaffCleAccreditations,
  GetStaffCleCredits,
  type GetCleCreditsQuery,
  type GetCleRulesQuery,
  type GetStaffCleCreditsQuery,
} from '#api/operations.ts'
import { CERTIFICATE_PATH, CLE_KEY_PATH, CLE_PAGE, CLE_REVOKED_PATH } from '#shared/cle.ts'
import { readRevocations, type PublicKey, type Revocations } from '#shared/certificates.ts'
import { ApiError, isRetryable } from '#web/platform/api/api-error.ts'
import { GET } from '#web/platform/api/http.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Credit = GetCleCreditsQuery['cle_member']['cle_credits'][number]
export type VideoInProgress = GetCleCreditsQuery['cle_member']['cle_videos'][number]
export type Admission = GetCleCreditsQuery['cle_member']['bar_qualifications'][number]
export type Rule = GetCleRulesQuery['cle_rules'][number]
export type StaffCredit = GetStaffCleCreditsQuery['staff_cle_credits']['items'][number]

export const creditsQuery = operationQuery(GetCleCredits, {})
export const rulesQuery = operationQuery(GetCleRules, {})
export const staffCreditsQuery = (search: string, offset: number) =>
  operationQuery(GetStaffCleCredits, { search, limit: CLE_PAGE, offset }, { staleTime: 0 })
export const accreditationsQuery = operationQuery(GetStaffCleAccreditations, {}, { staleTime: 0 })
export const STAFF_KEYS = [[GetStaffCleCredits.name], [GetStaffCleAccreditations.name]]

export interface RegisteredCertificate {
  title: string
  event_date: string
  state: string
  credits: number
  issued_at: string
  revoked_at: string | null
}

const API = '/api'
/** Null if no certificate has this code. */
export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: async ({ signal }): Promise<RegisteredCertificate | null> => {
      const path = `${CERTIFICATE_PATH.slice(API.length)}/${encodeURIComponent(code)}`
      const [answer, error] = await GET<{ data: RegisteredCertificate }>(path, { signal })
      if (error instanceof ApiError && error.status === 404) return null
      if (error) throw error
      return answer.data
    },
    staleTime: 0,
    retry: (failures, error) => isRetryable(error) && failures < 2,
  })

/** The public key, and the list of revoked certificates if it can be had. */
export async function loadVerification(): Promise<{ key: PublicKey; revocations: Revocations | undefined }> {
  const key = (await (await fetch(CLE_KEY_PATH)).json()) as PublicKey
  const list = await fetch(CLE_REVOKED_PATH).then((response) => response.text())
  return { key, revocations: (await readRevocations(list, key)) ?? undefined }
}
