import { queryOptions } from '@tanstack/react-query'
import { GET } from '#web/platform/api/http.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export interface ProviderRow {
  id: number
  peer_network_id: number
  network: string
  name: string
  issuer: string
  client_id: string
  has_secret: boolean
  enabled: boolean
  num_of_members: number
  redirect_uri: string
}
export interface Identity {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
}

const plainQuery = <Data>(path: string) =>
  queryOptions({
    ...shellQuery,
    queryKey: ['single-sign-on', path],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [answer, error] = await GET<{ data: Data }>(path, { signal })
      if (error) throw error
      return answer.data
    },
  })

export const providersQuery = plainQuery<{
  providers: ProviderRow[]
  networks: { id: number; display_name: string }[]
}>('/staff/single-sign-on')
export const ownIdentitiesQuery = plainQuery<Identity[]>('/auth/single-sign-on')
