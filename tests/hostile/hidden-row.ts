/** What the rows of hidden ids are made of. */
import { newKey } from '../harness/client.ts'
import type { Kind } from './hidden-kinds.ts'

export type Variables = Record<string, unknown>
export interface Own {
  id: number
  thread: number
  opening: number
  group: number
  network: number
}
export interface IdRow {
  kind: Kind
  /** An id from a public list, such as chapters and places: none of its items is hidden from anyone. */
  isOpen?: boolean
  variables(id: number, own: Own): Variables
}

export const row = (kind: Kind, variables: IdRow['variables']): IdRow => ({ kind, variables })
export const plain = (kind: Kind, name: string, more: Variables = {}): IdRow =>
  row(kind, (id) => ({ [name]: id, ...more }))
/** Ids from lists that any member may read with another operation; they are listed but not called. */
export const open = (...paths: string[]): Record<string, IdRow> =>
  Object.fromEntries(paths.map((path) => [path, { kind: 'guide', isOpen: true, variables: () => ({}) }]))

export const body = '<p>From the matrix.</p>'
export const reason = 'From the matrix'
export const keyed = (variables: Variables) => ({ ...variables, idempotency_key: newKey() })
