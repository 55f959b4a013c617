/**
 * What can be read of a person: readers of their posts see the name and what is shown with it; the rest only they can
 * read.
 */
import { uncheckedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { isShownOnline } from './online.ts'

export const people = uncheckedRelations({
  people: sql`
    select u.id, u.first_name, u.last_name, u.name, u.title, u.profile_pic_url, u.profile_thumbnail_url,
      ${isShownOnline(sql`u`)} as is_online,
      u.is_staff, u.suspended, u.current_state, u.city, u.state, u.country, u.company_id, u.company_name
    from users u`,
  /** Members shown as online: few, so found by an index. */
  online: sql`select u.id as user_id from users u where u.shown_online_until > now() and ${isShownOnline(sql`u`)}`,
  /** With how they read, or the defaults. PostgreSQL drops the join where a statement uses none of it. */
  viewer: sql`
    select u.*, p.*, ${viewer.permissions} as permissions, ${viewer.permissions_everywhere} as permissions_everywhere,
      coalesce(r.feed_density, 'full') as feed_density, coalesce(r.keyboard_shortcuts, true) as keyboard_shortcuts,
      coalesce(r.reply_order, 'oldest') as reply_order, coalesce(r.enter_sends, false) as enter_sends,
      coalesce(r.counts_activity, true) as counts_activity, coalesce(r.shows_summaries, true) as shows_summaries
    from users u join profiles p on p.user_id = u.id left join member_preferences r on r.user_id = u.id
    where u.id = ${viewer.id}`,
  companies: sql`select c.* from companies c`,
  memberships: sql`select m.* from peer_network_memberships m where m.user_id = ${viewer.member_id}`,
  member_networks: sql`select m.user_id, m.peer_network_id from peer_network_memberships m`,
  member_counts: sql`select c.* from member_counts c`,
})
