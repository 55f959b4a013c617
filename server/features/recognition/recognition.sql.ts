/** Statements for badges and titles. Members change only their own; the actions check that staff are staff. */
import { claim } from '#server/platform/database/idempotency.ts'

/** `has_been_displayed_publicly` is never reset: a badge that was shown once stays marked. */
export const updateOwnBadge = {
  name: 'update-own-badge',
  text: `
    update user_badges set public = coalesce($3, public),
      has_been_displayed_publicly = has_been_displayed_publicly or coalesce($3, public) or coalesce($4, false)
    where user_id = $1 and badge_id = $2 and withdrawn_at is null returning badge_id`,
}

/** Locked by ascending id, so that two concurrent answers wait for each other. */
export const answerTitles = {
  name: 'answer-titles',
  text: `
    with own as (
      select t.id from community_titles t
      where t.user_id = $1 and t.id = any($2::bigint[]) and t.withdrawn_at is null
        and (t.expiration_date is null or t.expiration_date > now())
      order by t.id for update)
    update community_titles t set status = $3, answered_at = case when t.status = $3 then t.answered_at else now() end
    from own where t.id = own.id returning t.id`,
}

export const insertBadge = {
  name: 'insert-badge',
  text: `
    insert into badges (type_of_badge, tier, description, num_required, duration, index, retired_at)
    select $1, $2, $3, $4, $5, $6, case when $7 then now() end
    where (select count(*) from badges) < $8 returning id`,
}
export const updateBadge = {
  name: 'update-badge',
  text: `
    update badges set type_of_badge = $2, tier = $3, description = $4, num_required = $5, duration = $6, index = $7,
      retired_at = case when $8 then coalesce(retired_at, now()) end
    where id = $1 returning id`,
}

/** Members who can receive badges and titles: not suspended, with current access. */
export const selectHonourable = {
  name: 'select-honourable',
  text: `select id from users where id = $1 and not suspended and current_state in ('trial', 'full access')`,
}
export const selectGivenBadge = {
  name: 'select-given-badge',
  text: 'select id from badges where id = $1 and retired_at is null',
}
/** Also restores a withdrawn badge. Returns no row if the member already has it. */
export const giveBadge = {
  name: 'give-badge',
  text: `
    insert into user_badges (user_id, badge_id, awarded_by) values ($1, $2, $3)
    on conflict (user_id, badge_id) do update set awarded_by = $3, date_earned = now(), withdrawn_at = null, withdrawn_by = null
      where user_badges.withdrawn_at is not null
    returning badge_id`,
}
export const takeBadge = {
  name: 'take-badge',
  text: `
    update user_badges set public = false, withdrawn_at = coalesce(withdrawn_at, now()), withdrawn_by = coalesce(withdrawn_by, $3)
    where user_id = $1 and badge_id = $2 returning badge_id`,
}

export const offerTitle = {
  name: 'offer-title',
  text: `
    with claimed as (${claim('community_titles_id_seq')})
    insert into community_titles (id, user_id, label, rank, expiration_date, offered_by)
    overriding system value select c.result, $5, $6, $7, $8, $1 from claimed c returning id`,
}
export const countTitles = {
  name: 'count-titles',
  text: `select count(*)::integer as held from community_titles
    where user_id = $1 and withdrawn_at is null and (expiration_date is null or expiration_date > now())`,
}
export const takeTitle = {
  name: 'take-title',
  text: `
    update community_titles set withdrawn_at = coalesce(withdrawn_at, now()), withdrawn_by = coalesce(withdrawn_by, $2)
    where id = $1 returning id`,
}

/** In batches, because each award is announced. */
export const giveEarned = {
  name: 'give-earned-badges',
  text: `
    insert into user_badges (user_id, badge_id) select e.user_id, e.badge_id from earned_badges() e limit $1
    on conflict do nothing returning user_id, badge_id`,
}
