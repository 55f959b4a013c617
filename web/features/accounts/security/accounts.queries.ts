/** Sessions of the member. */
import { useCommand } from '#web/platform/forms/use-command.ts'
import { queryOptions } from '@tanstack/react-query'
import { DELETE, GET } from '#web/platform/api/http.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export interface DeviceSession {
  id: string
  created_at: string
  updated_at: string
  user_agent: string | null
  ip_address: string | null
  current: boolean
}

export const sessionsQuery = queryOptions({
  ...shellQuery,
  queryKey: ['accounts', 'sessions'],
  queryFn: async ({ signal }) => {
    const [answer, error] = await GET<{ data: DeviceSession[] }>('/sessions', { signal })
    if (error) throw error
    return answer.data
  },
})

/** Ends sessions one after another; if one fails, the earlier ones stay ended. */
export function useEndSessions() {
  return useCommand(
    async (ids: string[]) => {
      for (const id of ids) {
        const [, error] = await DELETE(`/sessions/${encodeURIComponent(id)}`)
        if (error && error.status !== 404) throw error
      }
    },
    {
      invalidate: [sessionsQuery.queryKey],
      success: (_, ids) => (ids.length === 1 ? 'Signed out on that device' : 'Signed out on all other devices'),
    },
  )
}
