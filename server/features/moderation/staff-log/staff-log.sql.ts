import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export interface ChainState {
  num_of_acts: number
  /** Of the last act; empty while there is none. */
  last_hash: string
  /** The first row that does not fit: null if the chain is unbroken. */
  broken_place: number | null
  broken_act_id: number | null
  /** The first decision about a post that is not as its act says, or has none. */
  broken_decision_id: number | null
}

/** One statement, so that acts recorded meanwhile make no difference. */
export const selectChainState = statement(
  'select-staff-act-chain-state',
  {},
  () => sql`
    with chain as (
      select c.*, row_number() over w as number, coalesce(lag(c.hash) over w, '') as previous
      from staff_act_chain c window w as (order by c.place)),
    broken as (
      select c.place, coalesce(c.act_id, a.id) as act_id
      from chain c full join staff_acts a on a.id = c.act_id
      where c.place is null or a.id is null or c.place <> c.number
        or (c.actor_id, c.act, c.item_id, c.at) is distinct from (a.actor_id, a.act, a.item_id, a.at)
        or c.hash <> staff_act_hash(a, c.place, c.previous)
      order by c.place nulls last, a.id limit 1),
    acts as (
      select (a.after ->> 'decision_id')::bigint as decision_id, a.after ->> 'hash' as hash from staff_acts a
      where a.act like 'moderation.%' and a.after ? 'decision_id'),
    broken_decision as (
      select coalesce(d.id, a.decision_id) as id from moderation_decisions d full join acts a on a.decision_id = d.id
      where d.id is null or a.decision_id is null or a.hash <> decision_hash(d)
      order by 1 limit 1)
    select (select count(*)::integer from staff_acts) as num_of_acts,
      coalesce((select c.hash from staff_act_chain c order by c.place desc limit 1), '') as last_hash,
      b.place as broken_place, b.act_id as broken_act_id, d.id as broken_decision_id
    from (select) x left join broken b on true left join broken_decision d on true`,
)
