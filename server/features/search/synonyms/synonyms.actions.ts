/** Staff keep words that are found by each other. A change applies to the next search. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { SYNONYM_LENGTH, SYNONYMS } from '#shared/search-synonyms.ts'
import { countSynonyms, deleteSynonym, insertSynonym, selectLexemes } from './synonyms.sql.ts'

export interface Pair {
  word: string
  synonym: string
}

export async function addSearchSynonym(pool: pg.Pool, bus: Bus, { viewer, args }: Call<Pair>): Promise<number> {
  requirePermission(viewer, 'content')
  const pair = { word: args.word.trim(), synonym: args.synonym.trim() }
  for (const field of ['word', 'synonym'] as const) if (!hasLength(pair[field])) throw notOneWord(field)
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ word: string | null; synonym: string | null }>(selectLexemes(pair))
    const { word: wordLexeme, synonym: synonymLexeme } = rows[0]!
    if (wordLexeme === null) throw notOneWord('word')
    if (synonymLexeme === null) throw notOneWord('synonym')
    if (wordLexeme === synonymLexeme)
      throw problem('search.synonym_same', {
        message: 'Search already treats these as the same word.',
        field: 'synonym',
      })
    const { rows: counted } = await tx.query<{ pairs: number }>(countSynonyms())
    if (counted[0]!.pairs >= SYNONYMS)
      throw problem('search.synonyms_full', { message: `There are ${SYNONYMS} pairs. Remove one first.` })
    const added = await tx.query(insertSynonym({ ...pair, wordLexeme, synonymLexeme }))
    // Already there: idempotent.
    if (added.rows.length === 0) return
    await recordStaffAction(tx, viewer.id, { act: 'synonym.added', itemId: null, itemName: nameOf(pair), after: pair })
  })
  return viewer.id
}

export async function removeSearchSynonym(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<Pair>(deleteSynonym({ id: args.id }))
    // Already removed: idempotent.
    if (!rows[0]) return
    const pair = rows[0]
    const act = { act: 'synonym.removed', itemId: null, itemName: nameOf(pair), before: pair } as const
    await recordStaffAction(tx, viewer.id, act)
  })
  return viewer.id
}

const nameOf = ({ word, synonym }: Pair) => `${word}, ${synonym}`
/** In code points, as the database counts. */
const hasLength = (text: string) => [...text].length >= 2 && [...text].length <= SYNONYM_LENGTH

const notOneWord = (field: keyof Pair) =>
  problem('search.synonym_word', {
    message: `Enter a single word of 2 to ${SYNONYM_LENGTH} letters, without words such as “the” that search leaves out.`,
    field,
  })
