import {
  GetManagedDisciplines,
  GetManagedNetwork,
  GetManagedNetworks,
  InitialUser,
  type ManagedDisciplineFragment,
  type ManagedNetworkFragment,
} from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type ManagedNetwork = ManagedNetworkFragment
export type ManagedDiscipline = ManagedDisciplineFragment

export const networksQuery = operationQuery(GetManagedNetworks, {}, { staleTime: 0 })
export const networkQuery = (id: number) => operationQuery(GetManagedNetwork, { id }, { staleTime: 0 })
export const disciplinesQuery = operationQuery(GetManagedDisciplines, {}, { staleTime: 0 })

/** What shows a network: the staff pages, and the frame of every page. */
export const NETWORK_KEYS = [GetManagedNetworks, GetManagedNetwork, InitialUser].map(({ name }) => [name])
