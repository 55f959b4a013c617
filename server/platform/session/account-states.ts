/**
 * Conditions on the state of an account, for a row `u` of `users`. Access to content depends on networks as well; these
 * say who is a member for a purpose.
 */
import { sql, type Sql } from '#server/platform/graph/sql.ts'

/** Can sign in: neither suspended nor only the author of imported messages. */
export const isAccountHolder = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state <> 'not joined'`

/** Belongs to the community, or is joining it: can be mentioned. */
export const isOrBecomesMember = (u: Sql) =>
  sql`not ${u}.suspended and ${u}.current_state in ('onboarding', 'trial', 'full access')`

/**
 * May read posts at this moment, so that emails and notifications may tell of them: has finished joining, with the
 * agreement, and the membership has not ended. As when an operation is called; for rows of `users` only.
 */
export const isReadingMember = (u: Sql) => sql`(${isOrBecomesMember(u)} and standing_of(${u}) = 'full')`

/** Takes part in the community: is in the directory, and can receive badges. */
export const isPostingMember = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state in ('trial', 'full access')`

/** Is shown and counted as a member of a network. */
export const isCountedMember = (u: Sql) => sql`not ${u}.suspended and ${u}.current_state = 'full access'`
