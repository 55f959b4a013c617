import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Operation } from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'

interface Page {
  items: readonly unknown[]
  count: number
}

/**
 * Query options of a list that grows page by page: `field` of the operation's data is the page, `size` the number of
 * entries on a full one.
 */
export function pagedQuery<
  Field extends string,
  Data extends Record<Field, Page>,
  Variables extends { offset?: number | null | undefined },
>(
  operation: Operation<Data, Variables>,
  variables: Omit<Variables, 'offset'>,
  { field, size }: { field: Field; size: number },
) {
  return infiniteQueryOptions({
    queryKey: [operation.name, variables] as const,
    queryFn: async ({ pageParam, signal, client }): Promise<Data[Field]> => {
      const asked = { ...variables, offset: pageParam } as unknown as Variables
      return (await execute(operation, asked, { signal, client }))[field]
    },
    initialPageParam: 0,
    getNextPageParam: ({ items, count }: Data[Field], pages) =>
      items.length > 0 && pages.length * size < count ? pages.length * size : undefined,
  })
}
