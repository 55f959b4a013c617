/** The staff log, for staff who run the system. The columns of the chain are first, because they have the indexes. */
import { checkedRelations, may, sql } from '#server/platform/graph/sql.ts'

export const staffLog = checkedRelations({
  staff_acts: sql`
    select c.act_id as id, c.actor_id, c.act, c.item_id, c.at, a.item_name, a.before, a.after, c.place, c.hash
    from staff_act_chain c left join staff_acts a on a.id = c.act_id where ${may('system')}`,
  /** What occurs in the log, one index entry for each instead of all rows. */
  staff_act_kinds: sql`
    with recursive k as (
      (select c.act from staff_act_chain c order by c.act limit 1)
      union all
      select (select c.act from staff_act_chain c where c.act > k.act order by c.act limit 1) from k where k.act is not null)
    select k.act from k where k.act is not null and ${may('system')}`,
  staff_act_actors: sql`
    with recursive k as (
      (select c.actor_id from staff_act_chain c where c.actor_id is not null order by c.actor_id limit 1)
      union all
      select (select c.actor_id from staff_act_chain c where c.actor_id > k.actor_id order by c.actor_id limit 1)
      from k where k.actor_id is not null)
    select k.actor_id from k where k.actor_id is not null and ${may('system')}`,
})
