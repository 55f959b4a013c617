/** Who gets the weekly email of figures. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** No row: this week has been sent. */
export const claimWeek = statement(
  'claim-weekly-figures',
  { week: 'text' },
  (p) => sql`insert into sent_weekly_figures (week) values (${p.week}::date) on conflict do nothing returning week`,
)

export interface Lead {
  user_id: number
  /** Null: all networks. */
  network_ids: number[] | null
}
/** Owners and moderators, with the networks that they lead. */
export const selectLeads = statement(
  'select-network-leads',
  {},
  () => sql`
    select g.user_id, case when bool_or(g.network_id is null) then null else array_agg(distinct g.network_id order by g.network_id) end as network_ids
    from staff_grants g join users u on u.id = g.user_id and u.is_staff and not u.suspended
    where g.ended_at is null and coalesce(g.until > now(), true) and g.role in ('owner', 'moderator')
      and not exists (select from weekly_figure_refusals r where r.user_id = g.user_id)
    group by g.user_id order by g.user_id`,
)
export const refuse = statement(
  'refuse-weekly-figures',
  { userId: 'bigint' },
  (p) => sql`insert into weekly_figure_refusals (user_id) values (${p.userId}) on conflict do nothing`,
)
export const accept = statement(
  'accept-weekly-figures',
  { userId: 'bigint' },
  (p) => sql`delete from weekly_figure_refusals where user_id = ${p.userId}`,
)
