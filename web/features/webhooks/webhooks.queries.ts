import { queryOptions } from '@tanstack/react-query'
import type { WebhookEvent } from '#shared/webhooks.ts'
import { GET } from '#web/platform/api/http.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export interface WebhookRow {
  id: number
  peer_network_id: number
  network: string
  url: string
  events: WebhookEvent[]
  created_at: string
  failing_since: string | null
  disabled_at: string | null
}
export interface Attempt {
  id: number
  attempted_at: string
  status: number | null
  /** Null if it was delivered. */
  failure: string | null
}
export interface Delivery {
  id: number
  event: WebhookEvent
  item_id: number
  created_at: string
  next_at: string | null
  num_of_attempts: number
  attempted_at: string | null
  delivered_at: string | null
  status: number | null
  failure: string | null
  /** The newest first. */
  attempts: Attempt[]
}

const staffQuery = <Data>(path: string) =>
  queryOptions({
    ...shellQuery,
    queryKey: ['webhooks', path],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [answer, error] = await GET<{ data: Data }>(path, { signal })
      if (error) throw error
      return answer.data
    },
  })

export const webhooksQuery = staffQuery<{
  webhooks: WebhookRow[]
  networks: { id: number; display_name: string }[]
}>('/staff/webhooks')
export const deliveriesQuery = (id: number) => staffQuery<Delivery[]>(`/staff/webhooks/${id}/deliveries`)
