import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { computed, define, many, one, page } from '#server/platform/graph/reads.ts'
import { join, sql, when, type Parameter } from '#server/platform/graph/sql.ts'
import { deviceName } from '#shared/devices.ts'
import { ENDED_TOGETHER } from '#shared/member-sync.ts'
import { ACCOUNT_EVENTS_PAGE, SEARCHED_WORDS, STAFF_MEMBERS_PAGE, SUSPENDED_TOGETHER } from '#shared/staff-members.ts'
import { memberDesk } from './staff-members.access.ts'
import { memberExports } from './export/member-exports.access.ts'
import { impersonation } from './impersonation/impersonation.access.ts'
import { timeline } from './timeline/account-events.access.ts'

const NETWORKS = 50
const SUSPENSIONS = 50
const SESSIONS = 100
const INVITATIONS = 100
const NOTES = 100
const EXPORTS = 50
const IMPERSONATIONS = 50
const IMPERSONATION_READS = 500

const done = one((_, { result }) => sql`select m.* from ${memberDesk.staff_members} m where m.id = ${result}`)

const ownExports = many(() => ({
  rows: sql`select x.* from ${memberExports.own_member_exports} x`,
  order: sql`x.id desc`,
  cap: EXPORTS,
}))

/** Each word must occur: at any place, or, with one or two letters, at the start of a word. */
const matches = (search: Parameter) =>
  join(
    Array.from({ length: SEARCHED_WORDS }, (_, place) => sql`m.words like account_pattern(${search}, ${place + 1})`),
    ' and ',
  )

export const staffMemberReads = define({
  Query: {
    staff_member: one((_, { args }) => sql`select m.* from ${memberDesk.staff_members} m where m.id = ${args['id']!}`),
    staff_members: page((_, { args, given }) => {
      const [search, state, network] = [args['search']!, args['state']!, args['peer_network_id']!]
      const rows = sql`select m.* from ${memberDesk.staff_members} m where true
        ${when(given(search), () => sql`and ${matches(search)}`)}
        ${when(given(state), () => sql`and m.account_state = ${state}`)}
        ${when(given(network), () => sql`and exists (select from ${memberDesk.staff_memberships} x where x.user_id = m.id and x.peer_network_id = ${network})`)}`
      return {
        rows,
        order: given(search) ? sql`m.name, m.id` : sql`m.id desc`,
        limit: args['limit'],
        offset: args['offset'],
        cap: STAFF_MEMBERS_PAGE,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
    member_exports: ownExports,
    account_events: page((_, { args, given }) => {
      const [owner, topic] = [args['user_id']!, args['topic']!]
      const rows = sql`select e.* from ${timeline.account_events} e where e.user_id = ${owner}
        ${when(given(topic), () => sql`and e.topic = ${topic}`)}`
      return {
        rows,
        order: sql`e.at desc, e.key`,
        limit: args['limit'],
        offset: args['offset'],
        cap: ACCOUNT_EVENTS_PAGE,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
  },
  Mutation: {
    suspendMember: done,
    endMemberships: many((_, { args }) => ({
      rows: sql`select m.* from ${memberDesk.staff_members} m where m.id = any(${args['ids']!})`,
      order: sql`m.id`,
      cap: ENDED_TOGETHER,
    })),
    suspendMembers: many((_, { args }) => ({
      rows: sql`select m.* from ${memberDesk.staff_members} m where m.id = any(${args['ids']!})`,
      order: sql`m.id`,
      cap: SUSPENDED_TOGETHER,
    })),
    exportMembers: ownExports,
    restoreMember: done,
    endMemberSessions: done,
    endMemberSession: done,
    addStaffNote: done,
    removeStaffNote: done,
    setMemberNetworks: done,
    setMemberDates: done,
    changeMemberEmail: done,
    eraseMember: done,
    cancelMemberErasure: done,
    exportMemberData: done,
    mergeMembers: done,
    startImpersonation: done,
    endImpersonation: one((_, { result }) => sql`select u.* from ${people.viewer} u where u.id = ${result}`),
  },
  StaffMember: {
    user: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.id`),
    merged_into: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.merged_into_id`),
    networks: many((m) => ({
      rows: sql`select n.* from ${memberDesk.staff_memberships} x join ${networks.peer_networks} n on n.id = x.peer_network_id where x.user_id = ${m}.id`,
      order: sql`x.is_primary desc, n.display_name, n.id`,
      cap: NETWORKS,
    })),
    primary_network: one(
      (m) =>
        sql`select n.* from ${memberDesk.staff_memberships} x join ${networks.peer_networks} n on n.id = x.peer_network_id where x.user_id = ${m}.id and x.is_primary`,
    ),
    sessions: many((m) => ({
      rows: sql`select s.* from ${memberDesk.staff_sessions} s where s.user_id = ${m}.id`,
      order: sql`s.last_used_at desc, s.id desc`,
      cap: SESSIONS,
    })),
    invitations_sent: many((m) => ({
      rows: sql`select i.* from ${memberDesk.staff_invitations} i where i.inviter_id = ${m}.id`,
      order: sql`i.created_at desc, i.id desc`,
      cap: INVITATIONS,
    })),
    invitations_received: many((m) => ({
      rows: sql`select i.* from ${memberDesk.staff_invitations} i where i.user_id = ${m}.id`,
      order: sql`i.created_at desc, i.id desc`,
      cap: INVITATIONS,
    })),
    notes: many((m) => ({
      rows: sql`select n.* from ${memberDesk.staff_notes} n where n.user_id = ${m}.id`,
      order: sql`n.id desc`,
      cap: NOTES,
    })),
    suspension: one(
      (m) => sql`select s.* from ${memberDesk.staff_suspensions} s where s.user_id = ${m}.id and s.ended_at is null`,
    ),
    suspensions: many((m) => ({
      rows: sql`select s.* from ${memberDesk.staff_suspensions} s where s.user_id = ${m}.id`,
      order: sql`s.id desc`,
      cap: SUSPENSIONS,
    })),
    impersonations: many((m) => ({
      rows: sql`select i.* from ${impersonation.staff_impersonations} i where i.user_id = ${m}.id`,
      order: sql`i.id desc`,
      cap: IMPERSONATIONS,
    })),
  },
  MemberExport: {
    network: one((x) => sql`select n.* from ${networks.peer_networks} n where n.id = ${x}.peer_network_id`),
  },
  Impersonation: {
    staff: one((i) => sql`select u.* from ${people.people} u where u.id = ${i}.staff_id`),
    reads: many((i) => ({
      rows: sql`select r.* from ${impersonation.staff_impersonation_reads} r where r.impersonation_id = ${i}.id`,
      order: sql`r.read_at, r.operation, r.item_id`,
      cap: IMPERSONATION_READS,
    })),
  },
  MemberSession: { device: computed(['user_agent'], ({ user_agent }) => deviceName(user_agent as string | null)) },
  AccountInvitation: {
    peer_network: one((i) => sql`select n.* from ${networks.peer_networks} n where n.id = ${i}.peer_network_id`),
    inviter: one((i) => sql`select u.* from ${people.people} u where u.id = ${i}.inviter_id`),
  },
  StaffNote: { author: one((n) => sql`select u.* from ${people.people} u where u.id = ${n}.author_id`) },
  AccountEvent: { actor: one((e) => sql`select u.* from ${people.people} u where u.id = ${e}.actor_id`) },
  Suspension: {
    suspended_by: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.suspended_by`),
    ended_by: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.ended_by`),
  },
})
