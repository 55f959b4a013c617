import {
  GetReferenceEntries,
  GetReferenceLists,
  GetReferenceUses,
  type ReferenceEntryRowFragment,
  type ReferenceState,
} from '#api/operations.ts'
import { REFERENCE_LISTS, shapeOf, type ReferenceListKey } from '#shared/reference-lists.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Entry = ReferenceEntryRowFragment

export interface EntrySearch {
  search: string
  state: ReferenceState | ''
}

export const listsQuery = operationQuery(GetReferenceLists, {}, { staleTime: 0 })
export const entriesQuery = (list: ReferenceListKey, { search, state }: EntrySearch, offset: number) =>
  operationQuery(
    GetReferenceEntries,
    { list, offset, ...(search.trim() && { search: search.trim() }), ...(state && { state }) },
    { staleTime: 0 },
  )
/** What an entry can be merged into, by a part of the name. */
export const targetsQuery = (list: ReferenceListKey, search: string, without: number) =>
  operationQuery(GetReferenceEntries, { list, search: search.trim(), without, limit: 8 }, { staleTime: 0 })
export const usesQuery = (list: ReferenceListKey, id: number) =>
  operationQuery(GetReferenceUses, { list, id }, { staleTime: 0 })

/** What shows entries: the desk itself. Pages of members ask for their lists again when they are opened. */
export const ENTRY_KEYS = [GetReferenceEntries, GetReferenceLists, GetReferenceUses].map(({ name }) => [name])

export const listPath = (list: ReferenceListKey) => `${STAFF_ROUTES.lists}?list=${list}`
export const listTitle = (list: ReferenceListKey): string => REFERENCE_LISTS[list].title

/** "Sweden", "Outside the United States": what an entry has besides its name. */
export function valuesInWords(list: ReferenceListKey, { values }: Pick<Entry, 'values'>): string {
  return shapeOf(list)
    .fields.flatMap(({ name, label, kind }) => {
      const value = values.find((each) => each.name === name)?.value ?? ''
      if (kind === 'flag') return value === 'true' ? [label] : []
      if (value === '' || kind === 'number') return []
      return kind === 'parent' ? [`${label} ${value}`] : [value]
    })
    .join(', ')
}
