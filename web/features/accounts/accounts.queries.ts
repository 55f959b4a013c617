/** The devices on which a member is signed in. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { DELETE, GET } from '#web/platform/http.ts'
import { shellQuery } from '#web/platform/query-client.ts'

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

/** Ends sessions one after the other; what was ended stays ended when a later one fails. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) {
        const [, error] = await DELETE(`/sessions/${encodeURIComponent(id)}`)
        if (error && error.status !== 404) throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

// The first that fits: every browser also names those it descends from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Firefox on Windows" of what a browser says about itself. */
export function deviceOf(userAgent: string | null): string {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return `${named(BROWSERS) ?? 'A browser'} on ${named(SYSTEMS) ?? 'an unknown device'}`
}
