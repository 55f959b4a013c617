/**
 * Conditions on the state of an account, for a row `u` of `users`. Access to content depends on networks as well; these
 * say who is a member for a purpose.
 */
import { sql, type Sql } from '#server/platform/graph/sql.ts'

/** Can sign in: neither suspended nor only the author of imported messages. */
export const isAccountHolder = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state <> 'not joined'`

/** Reads posts, and so can be mentioned and notified. */
export const isReadingMember = (u: Sql) =>
  sql`not ${u}.suspended and ${u}.current_state in ('onboarding', 'trial', 'full access')`

/** Takes part in the community: is in the directory, and can receive badges. */
export const isPostingMember = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state in ('trial', 'full access')`

/** Is shown and counted as a member of a network. */
export const isCountedMember = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state = 'full access'`
