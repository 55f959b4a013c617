import { GetNetworkAccess, type GetNetworkAccessQuery } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export const accessQuery = operationQuery(GetNetworkAccess, {}, { staleTime: 0 })
export type Pair = GetNetworkAccessQuery['network_access'][number]
