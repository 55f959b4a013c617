/** Finds what the rows of a table name: networks by their slug, topics and geographies by their name. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { selectNamed } from './networks.sql.ts'

const NAMED = { networks: 'network', topics: 'topic', geographies: 'location' } as const
type Kind = keyof typeof NAMED

/** Ids in the order of the names; refuses the first name that is unknown. */
export async function idsOfNames(
  tx: Pick<Transaction, 'query'>,
  asked: Partial<Record<Kind, readonly string[]>>,
): Promise<Record<Kind, number[]>> {
  const lower = (kind: Kind) => [...new Set((asked[kind] ?? []).map((name) => name.toLowerCase()))]
  const names = { networks: lower('networks'), topics: lower('topics'), geographies: lower('geographies') }
  const { rows } = await tx.query<{ kind: Kind; id: number; name: string }>(selectNamed(names))
  const idsOf = (kind: Kind) =>
    names[kind].map((name) => {
      const found = rows.find((row) => row.kind === kind && row.name === name)
      if (!found)
        throw problem('import.unknown', { message: `There’s no ${NAMED[kind]} named “${name.slice(0, 100)}.”` })
      return found.id
    })
  return { networks: idsOf('networks'), topics: idsOf('topics'), geographies: idsOf('geographies') }
}
