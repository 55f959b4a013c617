/** Statements for badges and titles. Members change only their own; the actions check that staff are staff. */
import { isPostingMember } from '#server/platform/session/account-states.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'

/** `has_been_displayed_publicly` is never reset: a badge that was shown once stays marked. */
export const updateOwnBadge = statement(
  'update-own-badge',
  { userId: 'bigint', badgeId: 'bigint', isPublic: 'boolean', isShown: 'boolean' },
  (p) => sql`
    update user_badges set public = coalesce(${p.isPublic}, public),
      has_been_displayed_publicly = has_been_displayed_publicly or coalesce(${p.isPublic}, public) or coalesce(${p.isShown}, false)
    where user_id = ${p.userId} and badge_id = ${p.badgeId} and withdrawn_at is null returning badge_id`,
)

/** Locked by ascending id, so that two concurrent answers wait for each other. */
export const answerTitles = statement(
  'answer-titles',
  { userId: 'bigint', titleIds: 'bigint[]', status: 'text' },
  (p) => sql`
    with own as (
      select t.id from community_titles t
      where t.user_id = ${p.userId} and t.id = any(${p.titleIds}) and t.withdrawn_at is null
        and (t.expiration_date is null or t.expiration_date > now())
      order by t.id for update)
    update community_titles t set status = ${p.status}, answered_at = case when t.status = ${p.status} then t.answered_at else now() end
    from own where t.id = own.id returning t.id`,
)

export const insertBadge = statement(
  'insert-badge',
  {
    type: 'text',
    tier: 'smallint',
    description: 'text',
    numRequired: 'integer',
    duration: 'integer',
    index: 'integer',
    isRetired: 'boolean',
    limit: 'bigint',
  },
  (p) => sql`
    insert into badges (type_of_badge, tier, description, num_required, duration, index, retired_at)
    select ${p.type}, ${p.tier}, ${p.description}, ${p.numRequired}, ${p.duration}, ${p.index}, case when ${p.isRetired} then now() end
    where (select count(*) from badges) < ${p.limit} returning id`,
)
export const updateBadge = statement(
  'update-badge',
  {
    id: 'bigint',
    type: 'text',
    tier: 'smallint',
    description: 'text',
    numRequired: 'integer',
    duration: 'integer',
    index: 'integer',
    isRetired: 'boolean',
  },
  (p) => sql`
    update badges set type_of_badge = ${p.type}, tier = ${p.tier}, description = ${p.description}, num_required = ${p.numRequired}, duration = ${p.duration}, index = ${p.index},
      retired_at = case when ${p.isRetired} then coalesce(retired_at, now()) end
    where id = ${p.id} returning id`,
)

/** Members who can receive badges and titles. */
export const selectHonourable = statement(
  'select-honourable',
  { userId: 'bigint' },
  (p) => sql`select u.id from users u where u.id = ${p.userId} and ${isPostingMember(sql`u`)}`,
)
export const selectGivenBadge = statement(
  'select-given-badge',
  { badgeId: 'bigint' },
  (p) => sql`select id from badges where id = ${p.badgeId} and retired_at is null`,
)
/** Also restores a withdrawn badge. Returns no row if the member already has it. */
export const giveBadge = statement(
  'give-badge',
  { userId: 'bigint', badgeId: 'bigint', awardedBy: 'bigint' },
  (p) => sql`
    insert into user_badges (user_id, badge_id, awarded_by) values (${p.userId}, ${p.badgeId}, ${p.awardedBy})
    on conflict (user_id, badge_id) do update set awarded_by = ${p.awardedBy}, date_earned = now(), withdrawn_at = null, withdrawn_by = null
      where user_badges.withdrawn_at is not null
    returning badge_id`,
)
export const takeBadge = statement(
  'take-badge',
  { userId: 'bigint', badgeId: 'bigint', withdrawnBy: 'bigint' },
  (p) => sql`
    update user_badges set public = false, withdrawn_at = coalesce(withdrawn_at, now()), withdrawn_by = coalesce(withdrawn_by, ${p.withdrawnBy})
    where user_id = ${p.userId} and badge_id = ${p.badgeId} returning badge_id`,
)

export const offerTitle = statement(
  'offer-title',
  { ...CLAIM, memberId: 'bigint', label: 'text', rank: 'integer', expirationDate: 'timestamptz' },
  (p) => sql`
    with claimed as (${claim(p, 'community_titles_id_seq')})
    insert into community_titles (id, user_id, label, rank, expiration_date, offered_by)
    overriding system value select c.result, ${p.memberId}, ${p.label}, ${p.rank}, ${p.expirationDate}, ${p.userId} from claimed c returning id`,
)
export const countTitles = statement(
  'count-titles',
  { userId: 'bigint' },
  (p) => sql`select count(*)::integer as held from community_titles
    where user_id = ${p.userId} and withdrawn_at is null and (expiration_date is null or expiration_date > now())`,
)
export const takeTitle = statement(
  'take-title',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    update community_titles set withdrawn_at = coalesce(withdrawn_at, now()), withdrawn_by = coalesce(withdrawn_by, ${p.userId})
    where id = ${p.id} returning id`,
)

/** In batches, because each award is announced. */
export const giveEarned = statement(
  'give-earned-badges',
  { limit: 'bigint' },
  (p) => sql`
    insert into user_badges (user_id, badge_id) select e.user_id, e.badge_id from earned_badges() e limit ${p.limit}
    on conflict do nothing returning user_id, badge_id`,
)
