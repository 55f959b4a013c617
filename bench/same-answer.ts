/** Compares two responses to an operation by the contract: every field that it selects, at its path. */
import { isDeepStrictEqual } from 'node:util'
import { Kind, type SelectionSetNode } from 'graphql'
import { loadContract } from '#server/platform/graph/contract.ts'

type Value = unknown

/** The paths where the two differ, at most `most` of them; empty if they are the same. */
export function differences(operation: string, ours: Value, limit: Value, most = 20): string[] {
  const { operations, fragments } = loadContract()
  const found = new Set<string>()
  const compare = (selections: SelectionSetNode | undefined, [a, b]: readonly [Value, Value], path: string): void => {
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) found.add(`${path}: ${a.length} and ${b.length} entries`)
      return a.forEach((each, at) => at < b.length && compare(selections, [each, b[at]], path))
    }
    if (!selections || !isObject(a) || !isObject(b)) {
      if (!isDeepStrictEqual(a, b)) found.add(`${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`)
      return
    }
    for (const field of selections.selections) {
      if (field.kind === Kind.FRAGMENT_SPREAD) compare(fragments.get(field.name.value)?.selectionSet, [a, b], path)
      else if (field.kind === Kind.INLINE_FRAGMENT) compare(field.selectionSet, [a, b], path)
      else {
        const name = (field.alias ?? field.name).value
        if (!(name in b)) found.add(`${path}.${name}: not in the limit’s answer`)
        else compare(field.selectionSet, [a[name], b[name]], `${path}.${name}`)
      }
    }
  }
  compare(operations.get(operation)?.selectionSet, [ours, limit], operation)
  return [...found].slice(0, most)
}

const isObject = (value: Value): value is Record<string, Value> => typeof value === 'object' && value !== null
