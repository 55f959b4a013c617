import { define, many } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { SYNONYMS } from '#shared/search-synonyms.ts'
import { synonymDesk } from './synonyms.access.ts'

const all = many(() => ({
  rows: sql`select s.* from ${synonymDesk.search_synonyms} s`,
  order: sql`lower(s.word), lower(s.synonym), s.id`,
  cap: SYNONYMS,
}))

export const synonymReads = define({
  Query: { search_synonyms: all },
  Mutation: { addSearchSynonym: all, removeSearchSynonym: all },
})
