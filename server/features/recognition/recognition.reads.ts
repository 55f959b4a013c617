import { people } from '#server/features/people/index.ts'
import { define, many, one, page, onSameRow, value } from '#server/platform/graph/reads.ts'
import { trustedSql, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { BADGE_PICTURE_PART, BADGE_PICTURES, BADGES, ADMIN_PAGE_SIZE, TITLES } from '#shared/recognition.ts'
import { reachedRecognition, recognition } from './recognition.access.ts'

const badge = one(
  (e) => sql`select b.*, ${e}.user_id as asked_user_id from ${reachedRecognition.badges} b where b.id = ${e}.badge_id`,
)
const [folder, ending] = [trustedSql(`'${BADGE_PICTURES}/'`), trustedSql(`'.svg#${BADGE_PICTURE_PART}'`)]
const byOrder = sql`b.index, b.id`
/** A member's badges, in the order of the badge list. */
const listed = (earned: Sql) => ({
  rows: sql`select e.*, b.index as list_index from (${earned}) e join ${reachedRecognition.badges} b on b.id = e.badge_id`,
  order: sql`list_index, badge_id`,
  cap: BADGES,
})
const shownBadges = many((p) =>
  listed(sql`select x.* from ${reachedRecognition.shown_badges} x where x.user_id = ${p}.id`),
)
const communityTitle = one(
  (u) => sql`
    select t.* from ${reachedRecognition.shown_titles} t where t.user_id = ${u}.id order by t.rank, t.id limit 1`,
)
const ownTitles = (condition: Sql) => ({
  rows: sql`select t.* from ${recognition.own_titles} t where ${condition}`,
  order: sql`t.rank, t.id`,
  cap: TITLES,
})
const person = (id: (row: Sql) => Sql) => one((row) => sql`select u.* from ${people.people} u where u.id = ${id(row)}`)
const awards = sql`select e.* from ${recognition.badge_awards} e`
const offers = sql`select t.* from ${recognition.title_offers} t`
const award = one(
  (_, { args, result }) => sql`${awards} where e.badge_id = ${result} and e.user_id = ${args['user_id']!}`,
)
const offer = one((_, { result }) => sql`${offers} where t.id = ${result}`)

export const recognitionReads = define({
  Query: {
    badges: many((_, { args, given }) => {
      const member = given(args['user_id']!) ? sql`${args['user_id']!}` : sql`${viewer.id}`
      return {
        rows: sql`
          select b.*, ${member} as asked_user_id from ${reachedRecognition.badges} b where b.retired_at is null
            or exists (select from ${recognition.user_badges} e where e.badge_id = b.id and e.user_id = ${member})`,
        order: byOrder,
        cap: BADGES,
      }
    }),
    community_titles: many(() => ownTitles(sql`true`)),
    badge_list: many(() => ({
      rows: sql`select b.*, ${viewer.id} as asked_user_id from ${recognition.badge_desk} b`,
      order: byOrder,
      cap: BADGES,
    })),
    badge_awards: page((_, { args }) => ({
      rows: awards,
      order: sql`e.date_earned desc, e.user_id, e.badge_id`,
      limit: args['limit'],
      offset: args['offset'],
      cap: ADMIN_PAGE_SIZE,
      count: sql`select count(*)::integer from (${awards}) c`,
    })),
    title_offers: page((_, { args }) => ({
      rows: offers,
      order: sql`t.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: ADMIN_PAGE_SIZE,
      count: sql`select count(*)::integer from (${offers}) c`,
    })),
  },
  Badge: {
    image_url: value((b) => sql`${folder} || ${b}.type_of_badge || '-' || ${b}.tier || ${ending}`),
    is_retired: value((b) => sql`${b}.retired_at is not null`),
    user_badge: one(
      (b) => sql`
        select e.* from ${recognition.user_badges} e where e.badge_id = ${b}.id and e.user_id = ${b}.asked_user_id`,
    ),
  },
  UserBadge: { badge },
  Profile: { badges: shownBadges, community_title: communityTitle },
  User: { community_title: communityTitle },
  Viewer: {
    badges: many(() => listed(sql`select x.* from ${recognition.own_badges} x`)),
    community_titles: many(() => ownTitles(sql`true`)),
    community_title: communityTitle,
  },
  BadgeAward: { user: person((e) => sql`${e}.user_id`), badge, awarded_by: person((e) => sql`${e}.awarded_by`) },
  TitleOffer: {
    user: person((t) => sql`${t}.user_id`),
    title: onSameRow(),
    offered_by: person((t) => sql`${t}.offered_by`),
  },
  Mutation: {
    acceptCommunityTitles: many(() => ownTitles(sql`t.status = 'accepted'`)),
    ignoreCommunityTitles: many(() => ownTitles(sql`true`)),
    updateBadgeNotification: one(
      (_, { result }) => sql`select e.* from ${recognition.own_badges} e where e.badge_id = ${result}`,
    ),
    saveBadge: one(
      (_, { result }) =>
        sql`select b.*, ${viewer.id} as asked_user_id from ${recognition.badge_desk} b where b.id = ${result}`,
    ),
    awardBadge: award,
    withdrawBadge: award,
    offerCommunityTitle: offer,
    withdrawCommunityTitle: offer,
  },
})
