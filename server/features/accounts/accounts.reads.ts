import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { accounts } from './accounts.access.ts'

const CHANGES = 4
const change = one((_, { result }) => sql`select c.* from ${accounts.email_changes} c where c.id = ${result}`)

export const accountReads = define({
  Viewer: {
    email_changes: many(() => ({
      rows: sql`select c.* from ${accounts.email_changes} c
        where c.refusal is null and c.done_at is null and c.ended_at is null and c.expires_at > now()`,
      order: sql`c.id desc`,
      cap: CHANGES,
    })),
  },
  EmailChange: {
    errors: many((c) => ({
      rows: sql`select 'email' as field, ${c}.refusal as message where ${c}.refusal is not null`,
      order: sql`1`,
      cap: 1,
    })),
    is_confirmed_by_old: value((c) => sql`${c}.old_confirmed_at is not null`),
    is_confirmed_by_new: value((c) => sql`${c}.new_confirmed_at is not null`),
  },
  Mutation: {
    updatePrimaryEmail: change,
    updateSecondaryEmail: change,
    cancelEmailChange: one(() => sql`select c.* from ${accounts.email_changes} c where false`),
    updatePassword: one(() => sql`select true as success`),
    generateLPlusToken: one(
      (_, { result }) =>
        sql`select l.token, l.url, l.expires_at from ${accounts.lplus_tokens} l where l.id = ${result}`,
    ),
  },
})
