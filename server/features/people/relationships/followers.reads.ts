import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { FOLLOW_LIST } from '#shared/profiles.ts'
import { followers } from './followers.access.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

const standing = one(
  (_, { result }) => sql`
    select x.user_id, f.created_at as followed_at from (select ${result} as user_id) x
    left join ${followers.own_follows} f on f.followed_user_id = x.user_id`,
)

/** One side of a member's follow relations, limited to members whom the viewer can encounter. */
const entries = (d: Sql, mine: Sql, theirs: Sql) => sql`
  select f.${theirs} as id, f.created_at as followed_at from ${followers.user_follows} f
  where f.${mine} = ${d}.user_id and exists (select from ${profiles.met_members} x where x.id = f.${theirs})`
const list = (mine: Sql, theirs: Sql) =>
  many((d, { args }) => ({
    rows: entries(d, mine, theirs),
    order: sql`f.created_at desc, f.${theirs}`,
    limit: args['limit'],
    cap: FOLLOW_LIST,
  }))
const number = (mine: Sql, theirs: Sql) =>
  value((d) => sql`select count(*)::integer from (${entries(d, mine, theirs)}) c`)

const [follower, target] = [sql`user_id`, sql`followed_user_id`]

export const followerReads = define({
  Query: {
    user_follow_data: one(
      (_, { args }) => sql`
        select p.id as user_id from ${profiles.profiles} p
        where p.id = ${args['user_id']!} and ${args['viewing_user_id']!} = ${viewer.id}`,
    ),
  },
  UserFollowData: {
    following: list(follower, target),
    followers: list(target, follower),
    num_of_following: number(follower, target),
    num_of_followers: number(target, follower),
  },
  FollowEntry: {
    user: one((e) => sql`select u.* from ${people.people} u where u.id = ${e}.id`),
    is_followed: value((e) => sql`exists (select from ${followers.own_follows} f where f.followed_user_id = ${e}.id)`),
  },
  Mutation: {
    followUser: standing,
    unfollowUser: standing,
    trackMemberView: one(
      (_, { result }) =>
        sql`select v.viewed_user_id as user_id, v.viewed_at from ${followers.own_profile_views} v where v.viewed_user_id = ${result}`,
    ),
  },
})
