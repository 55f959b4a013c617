/** Queries for the settings, and the queries that change with them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AccountSettings,
  PrivateProfile,
  UpdateProfilePicture,
  profile,
  type AccountSettingsQuery,
} from '#api/operations.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'

export type Account = AccountSettingsQuery['viewer']

export const accountQuery = operationQuery(AccountSettings, {})

export function useAccount() {
  const { data, isError, refetch } = useQuery(accountQuery)
  return { account: data?.viewer, isError, again: () => void refetch() }
}

export const updatePicture = async (attachment_key: string) =>
  (await execute(UpdateProfilePicture, { attachment_key })).updateProfilePicture

/** Updates the changed fields in the settings and the menu; `refresh` also refetches what depends on them. */
export function useUpdateAccount() {
  const client = useQueryClient()
  const keep = (change: Partial<Account>) => {
    client.setQueryData(accountQuery.queryKey, (known) => known && { viewer: { ...known.viewer, ...change } })
    client.setQueryData(initialUserQuery.queryKey, (known) => {
      if (!known) return known
      const shown = Object.fromEntries(Object.entries(change).filter(([field]) => field in known.viewer))
      return { viewer: { ...known.viewer, ...shown } }
    })
    for (const { name } of [PrivateProfile, profile]) void client.invalidateQueries({ queryKey: [name] })
  }
  return { keep, refresh: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }) }
}
