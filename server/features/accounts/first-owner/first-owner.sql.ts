import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const hasOwner = statement(
  'has-owner',
  {},
  () => sql`select exists (select from staff_grants where role = 'owner' and network_id is null) as is_owned`,
)
/** Two people with the link must not both become the first owner. */
export const lockFirstOwner = statement(
  'lock-first-owner',
  {},
  () => sql`select pg_advisory_xact_lock(hashtextextended('first owner', 0))`,
)
export const insertSetupLink = statement(
  'insert-setup-link',
  { tokenHash: 'text', hours: 'integer' },
  (p) => sql`
    with gone as (delete from setup_links where expires_at < now())
    insert into setup_links (token_hash, expires_at) values (${p.tokenHash}, now() + make_interval(hours => ${p.hours}))`,
)
export const selectSetupLinks = statement(
  'select-setup-links',
  {},
  () => sql`select l.token_hash from setup_links l where l.expires_at > now()`,
)
export const deleteSetupLinks = statement('delete-setup-links', {}, () => sql`delete from setup_links`)
/** What the first network chooses from, and that the set-up has begun. */
export const beginSetup = statement(
  'begin-setup',
  {},
  () => sql`
    with disciplines as (
      insert into disciplines (type, name, team_name) values
        ('legal', 'Legal', 'Legal team'), ('finance', 'Finance', 'Finance team'), ('executive', 'Executive', 'Executive team')
      on conflict do nothing)
    insert into setup_steps (step, state) values ('owner', 'done') on conflict do nothing`,
)
