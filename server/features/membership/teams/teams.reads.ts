import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page } from '#server/platform/graph/reads.ts'
import { sql, when, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import { TEAM_SEATS } from '#shared/membership.ts'
import { teamAdministration } from './teams.access.ts'

const TEAMS = 50
const NETWORKS = 200
const SUBSCRIPTIONS = 10
const INVOICES = 24

const saved = one((_, { result }) => sql`select t.* from ${teamAdministration.staff_teams} t where t.id = ${result}`)
const ofTeam = (relation: Relation, order: Sql, cap: number) =>
  many((t, { args }) => ({
    rows: sql`select r.* from ${relation} r where r.team_id = ${t}.id`,
    order,
    limit: args['limit'],
    cap,
  }))

export const teamReads = define({
  Query: {
    staff_team: one(
      (_, { args }) => sql`select t.* from ${teamAdministration.staff_teams} t where t.id = ${args['id']!}`,
    ),
    staff_networks: many(() => ({
      rows: sql`select n.* from ${teamAdministration.staff_networks} n`,
      order: sql`n.display_name, n.id`,
      cap: NETWORKS,
    })),
    staff_teams: page((_, { args, given }) => {
      const rows = sql`select t.* from ${teamAdministration.staff_teams} t where true
        ${when(given(args['search']!), () => sql`and position(lower(${args['search']!}) in lower(t.name)) > 0`)}`
      return {
        rows,
        order: sql`t.seats desc, t.name, t.id`,
        limit: args['limit'],
        offset: args['offset'],
        cap: TEAMS,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
  },
  StaffTeam: {
    peer_network: one((t) => sql`select n.* from ${networks.peer_networks} n where n.id = ${t}.peer_network_id`),
    members: ofTeam(teamAdministration.staff_team_members, sql`r.is_billing_admin desc, r.id`, TEAM_SEATS.max),
    invitations: ofTeam(teamAdministration.open_team_invitations, sql`r.sent_at desc, r.id desc`, TEAM_SEATS.max),
    subscriptions: ofTeam(teamAdministration.staff_subscriptions, sql`r.id desc`, SUBSCRIPTIONS),
    invoices: ofTeam(teamAdministration.staff_invoices, sql`r.issued_at desc, r.id desc`, INVOICES),
  },
  StaffTeamMember: { user: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.user_id`) },
  Mutation: {
    saveTeam: saved,
    addTeamMember: saved,
    removeTeamMember: saved,
    setTeamBillingAdmin: saved,
    inviteToTeam: saved,
  },
})
