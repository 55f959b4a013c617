/** Queries and commands for membership. */
import { queryOptions } from '@tanstack/react-query'
import { GetMembership, GetMembershipPrice, type GetMembershipQuery } from '#api/operations.ts'
import type { InvoicePaper } from '#shared/invoices.ts'
import { GET } from '#web/platform/api/http.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { isRetryable } from '#web/platform/api/api-error.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export const membershipQuery = operationQuery(GetMembership, {})
export const priceQuery = operationQuery(GetMembershipPrice, {})
export type MembershipViewer = GetMembershipQuery['viewer']
export type Subscription = MembershipViewer['subscriptions'][number]

/** The unpaid invoice, for the billing admin. */
export const openInvoiceOf = ({ team_membership }: MembershipViewer) =>
  team_membership?.team.invoices.find(({ state }) => state === 'open')

/** Queries plain REST endpoints. */
const callQuery = <Data>(path: string) =>
  queryOptions({
    ...shellQuery,
    queryKey: ['membership', path],
    queryFn: async ({ signal }) => {
      const [answer, error] = await GET<{ data: Data }>(path, { signal })
      if (error) throw error
      return answer.data
    },
    retry: (failures, error) => isRetryable(error) && failures < 2,
  })

export interface ShownInvoice extends InvoicePaper {
  number: string
  amount: number
  state: 'open' | 'paid' | 'void'
  period_start: string
  period_end: string
  issued_at: string
  paid_at: string | null
  team: string
  network: string
  theme: string
}
export const invoiceQuery = (token: string) => callQuery<ShownInvoice>(`/invoice/${encodeURIComponent(token)}`)

export interface ShownCheckout {
  title: string
  amount: number
  success_url: string
  cancel_url: string
  state: 'open' | 'paid'
}
export const checkoutQuery = (id: string) =>
  callQuery<ShownCheckout>(`/test-billing/checkouts/${encodeURIComponent(id)}`)

export interface ShownPortal {
  card: string
  status: string
  amount: number
  term_end: string
  cancel_at_period_end: boolean
  is_unpaid: boolean
  return_url: string
}
export const portalQuery = (id: string) => callQuery<ShownPortal>(`/test-billing/portals/${encodeURIComponent(id)}`)

export const NOT_CHARGED = {
  offline: 'You’re offline. You haven’t been charged; try again when you’re back online.',
  failed: 'Something went wrong on our end. You haven’t been charged; please try again.',
}
