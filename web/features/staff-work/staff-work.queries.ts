/** What waits for staff, and assigning it. */
import { AssignWork, GetWork, type GetWorkQuery, type GetWorkQueryVariables } from '#api/operations.ts'
import { WORK_PAGE, type WorkKind } from '#shared/work.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

export type Work = NonNullable<GetWorkQuery['work']>
export type Item = Work['items'][number]
export type Filter = WorkKind | 'all' | 'own'

const variablesOf = (filter: Filter, offset: number): GetWorkQueryVariables => ({
  ...(filter === 'own' ? { own: true } : filter !== 'all' && { kind: filter }),
  limit: WORK_PAGE,
  offset,
})
export const workQuery = (filter: Filter = 'all', offset = 0) =>
  operationQuery(GetWork, variablesOf(filter, offset), { staleTime: 0 })
export const keyOf = ({ kind, item_id }: Item) => `${kind}-${item_id}`

/** Takes an item, gives it to a colleague, or releases it. */
export const useAssign = () => useCommand(AssignWork, { invalidate: [[GetWork.name]], mayOverlap: true })
