import { useQueryClient } from '@tanstack/react-query'
import { accountKeys } from './staff-members.queries.ts'

/** Loads an account and its timeline again after a change. */
export function useAccountChanged(id: number) {
  const client = useQueryClient()
  return async () => {
    await Promise.all(accountKeys(id).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
