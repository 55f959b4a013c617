/** How experts are found by name, and their default order. */
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { empty, sql, type Sql } from '#server/platform/graph/sql.ts'
import { experts } from './experts.access.ts'

/** Mentions in threads that the viewer can read. */
export const readableMentions = (e: Sql) =>
  sql`(select coalesce(sum(n.num_of_messages), 0)::integer from ${experts.mention_counts} n where n.expert_id = ${e}.id)`

export const byName = (e: Sql) => sql`lower(coalesce(nullif(${e}.last_name, ''), ${e}.name)), ${e}.id`
/** Most mentioned first, then by last name, or by name if there is none. */
export const expertOrder = (e: Sql) => sql`${readableMentions(e)} desc, ${byName(e)}`

/** Every typed word is a prefix of a word of name or company, in any order; or the whole text is similar. */
export const nameMatches = (words: Sql, e: Sql) => sql`(to_tsvector('simple', ${e}.search_name) @@ name_query(${words})
  or plain_words(${words}) <% ${e}.search_name)`
export const expertMatches = ({ args, given }: FieldContext, e: Sql) =>
  given(args['search_text']!) ? sql`and ${nameMatches(sql`${args['search_text']!}`, e)}` : empty
