import { people } from '#server/features/people/index.ts'
import { define, many, one, page } from '#server/platform/graph/reads.ts'
import { join, sql, type Parameter } from '#server/platform/graph/sql.ts'
import { STAFF_LOG_COUNTED, STAFF_LOG_PAGE } from '#shared/staff-log.ts'
import { staffLog } from './staff-log.access.ts'

const CHOICES = 1_000

const CONDITIONS = {
  actor_id: (value: Parameter) => sql`a.actor_id = ${value}`,
  act: (value: Parameter) => sql`a.act = ${value}`,
  item_id: (value: Parameter) => sql`a.item_id = ${value}`,
  since: (value: Parameter) => sql`a.at >= ${value}`,
  until: (value: Parameter) => sql`a.at < ${value}`,
}
export type ActFilter = keyof typeof CONDITIONS

/** Only the conditions that are given, so that each combination has a plan of its own. */
export const actsBy = (filters: readonly (readonly [ActFilter, Parameter])[]) =>
  filters.length === 0
    ? sql`select a.* from ${staffLog.staff_acts} a`
    : sql`select a.* from ${staffLog.staff_acts} a where ${join(
        filters.map(([name, value]) => CONDITIONS[name](value)),
        ' and ',
      )}`
export const ACT_FILTERS = Object.keys(CONDITIONS) as ActFilter[]

export const staffLogReads = define({
  Query: {
    staff_acts: page((_, { args, given }) => {
      const rows = actsBy(ACT_FILTERS.filter((name) => given(args[name]!)).map((name) => [name, args[name]!] as const))
      return {
        rows,
        order: sql`a.at desc, a.id desc`,
        limit: args['limit'],
        offset: args['offset'],
        cap: STAFF_LOG_PAGE,
        count: sql`select count(*)::integer from (select from (${rows}) c limit ${STAFF_LOG_COUNTED}) c`,
      }
    }),
    staff_act_choices: one(() => sql`select true as is_there`),
  },
  StaffActChoices: {
    acts: many(() => ({ rows: sql`select k.* from ${staffLog.staff_act_kinds} k`, order: sql`k.act`, cap: CHOICES })),
    actors: many(() => ({
      rows: sql`select u.* from ${staffLog.staff_act_actors} k join ${people.people} u on u.id = k.actor_id`,
      order: sql`u.name, u.id`,
      cap: CHOICES,
    })),
  },
  StaffAct: { actor: one((a) => sql`select u.* from ${people.people} u where u.id = ${a}.actor_id`) },
})
