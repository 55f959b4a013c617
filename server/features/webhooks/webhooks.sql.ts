/** Statements for webhooks. Deliveries are queued by triggers, in the transaction of what they are about. */
import { statement } from '#server/platform/database/statement.ts'
import { join, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { isAccountHolder, isPostingMember } from '#server/platform/session/account-states.ts'
import { rolesWith } from '#shared/staff-roles.ts'
import { WEBHOOK_PAUSES } from '#shared/webhooks.ts'

export interface Webhook {
  id: number
  peer_network_id: number
  network: string
  url: string
  events: string[]
  created_at: Date
  failing_since: Date | null
  disabled_at: Date | null
}

/** `all`: of every network, otherwise of `networks`. */
export const selectWebhooks = statement(
  'select-webhooks',
  { all: 'boolean', networks: 'bigint[]' },
  (p) => sql`
    select w.id, w.peer_network_id, n.display_name as network, w.url, w.events, w.created_at, w.failing_since, w.disabled_at
    from webhooks w join peer_networks n on n.id = w.peer_network_id
    where ${p.all} or w.peer_network_id = any(${p.networks}) order by n.display_name, w.id limit 500`,
)
export const selectNetworks = statement(
  'select-networks-for-webhooks',
  { all: 'boolean', networks: 'bigint[]' },
  (p) =>
    sql`select id, display_name from peer_networks where ${p.all} or id = any(${p.networks}) order by display_name limit 500`,
)
export const lockWebhook = statement(
  'lock-webhook',
  { id: 'bigint' },
  (p) => sql`select w.id, w.peer_network_id, n.display_name as network, w.url, w.events, w.disabled_at
    from webhooks w join peer_networks n on n.id = w.peer_network_id where w.id = ${p.id} for update of w`,
)
export const lockNetwork = statement(
  'lock-network-of-webhooks',
  { networkId: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.networkId} for update`,
)
/** After the lock on the network: a statement that waits for a lock counts what was there before. */
export const countWebhooks = statement(
  'count-webhooks',
  { networkId: 'bigint' },
  (p) => sql`select count(*)::integer as num_of_webhooks from webhooks where peer_network_id = ${p.networkId}`,
)
export const insertWebhook = statement(
  'insert-webhook',
  { networkId: 'bigint', url: 'text', events: 'text[]', salt: 'text' },
  (p) => sql`insert into webhooks (peer_network_id, url, events, salt)
    values (${p.networkId}, ${p.url}, ${p.events}, ${p.salt}) returning id`,
)
/** A changed webhook begins anew: it is on and has not failed. */
export const updateWebhook = statement(
  'update-webhook',
  { id: 'bigint', url: 'text', events: 'text[]' },
  (p) =>
    sql`update webhooks set url = ${p.url}, events = ${p.events}, failing_since = null, disabled_at = null where id = ${p.id}`,
)
export const replaceSalt = statement(
  'replace-webhook-salt',
  { id: 'bigint', salt: 'text' },
  (p) => sql`update webhooks set salt = ${p.salt} where id = ${p.id}`,
)
export const deleteWebhook = statement(
  'delete-webhook',
  { id: 'bigint' },
  (p) => sql`delete from webhooks where id = ${p.id}`,
)

export const selectDeliveries = statement(
  'select-webhook-deliveries',
  { webhookId: 'bigint' },
  (p) => sql`
    select d.id, d.event, d.item_id, d.created_at, d.next_at, d.num_of_attempts, d.attempted_at, d.delivered_at, d.status,
      d.failure, a.attempts
    from (select * from webhook_deliveries where webhook_id = ${p.webhookId} order by id desc limit 50) d
    cross join lateral (
      select coalesce(json_agg(n order by n.id desc), '[]') as attempts
      from (select id, attempted_at, status, failure from webhook_attempts where delivery_id = d.id order by id desc limit 50) n) a
    order by d.id desc`,
)
export const webhookOfDelivery = statement(
  'webhook-of-delivery',
  { id: 'bigint' },
  (p) => sql`select webhook_id from webhook_deliveries where id = ${p.id}`,
)
export const resendDelivery = statement(
  'resend-webhook-delivery',
  { id: 'bigint' },
  (p) =>
    sql`update webhook_deliveries set next_at = now(), num_of_attempts = 0, delivered_at = null where id = ${p.id}`,
)

export interface Due {
  id: number
  webhook_id: number
  event: string
  item_id: number
  created_at: Date
  num_of_attempts: number
  url: string
  salt: string
  peer_network_id: number
  thread_id: number | null
  is_shown: boolean
}
/**
 * Takes what is due, the oldest of each webhook first, for so long that no other server takes it as well. Whether
 * members can still see the item is asked now: what was removed meanwhile is not sent.
 */
export const takeDue = statement(
  'take-due-webhook-deliveries',
  { most: 'integer', seconds: 'double precision' },
  (p) => sql`
    with due as (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.next_at <= now() and w.disabled_at is null order by d.id limit ${p.most} for update of d skip locked),
    taken as (
      update webhook_deliveries d set next_at = now() + make_interval(secs => ${p.seconds})
      from due where d.id = due.id returning d.*)
    select t.id, t.webhook_id, t.event, t.item_id, t.created_at, t.num_of_attempts, w.url, w.salt, w.peer_network_id, r.thread_id,
      case t.event
        when 'discussion.published' then exists (
          select from feed_entries e where e.thread_id = t.item_id and e.network_id = w.peer_network_id)
        when 'reply.published' then r.thread_id is not null
        when 'member.joined' then exists (
          select from peer_network_memberships m join users u on u.id = m.user_id
          where m.user_id = t.item_id and m.peer_network_id = w.peer_network_id and ${isPostingMember(sql`u`)})
        else exists (select from events e where e.id = t.item_id and e.cancelled_at is null)
      end as is_shown
    from taken t join webhooks w on w.id = t.webhook_id
    left join lateral (
      select m.thread_id from messages m join feed_entries e on e.thread_id = m.thread_id and e.network_id = w.peer_network_id
      where t.event = 'reply.published' and m.id = t.item_id and m.visible and not m.is_private) r on true
    order by t.id`,
)
export const markDelivered = statement(
  'mark-webhook-delivered',
  { id: 'bigint', status: 'integer' },
  (p) => sql`
    with done as (
      update webhook_deliveries set delivered_at = now(), attempted_at = now(), next_at = null, status = ${p.status},
        failure = null, num_of_attempts = num_of_attempts + 1 where id = ${p.id} returning id, webhook_id),
    attempt as (insert into webhook_attempts (delivery_id, status) select id, ${p.status} from done)
    update webhooks w set failing_since = null from done where w.id = done.webhook_id and w.failing_since is not null`,
)
const pauses = trustedSql(`array[${WEBHOOK_PAUSES.join(', ')}]`)
/** Beyond the last pause nothing more is tried. */
export const markFailed = statement(
  'mark-webhook-failed',
  { id: 'bigint', status: 'integer', failure: 'text' },
  (p) => sql`
    with failed as (
      update webhook_deliveries d set attempted_at = now(), status = ${p.status}, failure = ${p.failure},
        num_of_attempts = d.num_of_attempts + 1, next_at = now() + make_interval(mins => (${pauses})[d.num_of_attempts + 1])
      where d.id = ${p.id} returning d.id, d.webhook_id),
    attempt as (
      insert into webhook_attempts (delivery_id, status, failure) select id, ${p.status}, ${p.failure} from failed)
    update webhooks w set failing_since = coalesce(w.failing_since, now()) from failed where w.id = failed.webhook_id
    returning w.id`,
)
export const skipDelivery = statement(
  'skip-webhook-delivery',
  { id: 'bigint' },
  (p) => sql`update webhook_deliveries set next_at = null, failure = 'no longer visible' where id = ${p.id}`,
)
/** Not tried in this turn, because the one before it failed. */
export const postpone = statement(
  'postpone-webhook-deliveries',
  { ids: 'bigint[]' },
  (p) => sql`update webhook_deliveries set next_at = now() + interval '1 minute' where id = any(${p.ids})`,
)
export const disableFailing = statement(
  'disable-failing-webhooks',
  { days: 'integer' },
  (p) => sql`
    with ended as (
      update webhooks set disabled_at = now()
      where disabled_at is null and failing_since < now() - make_interval(days => ${p.days}) returning id, peer_network_id, url),
    given_up as (
      update webhook_deliveries d set next_at = null from ended where d.webhook_id = ended.id and d.next_at is not null)
    select e.id, e.peer_network_id, e.url, n.display_name as network from ended e join peer_networks n on n.id = e.peer_network_id`,
)
const roles = join(
  rolesWith('networks').map((role) => trustedSql(`'${role}'`)),
  ', ',
)
export const selectOwners = statement(
  'select-owners-of-webhooks',
  { networkId: 'bigint' },
  (p) => sql`
    select distinct u.id, u.email::text as email, u.first_name from users u join staff_grants g on g.user_id = u.id
    where u.is_staff and ${isAccountHolder(sql`u`)} and g.role in (${roles}) and g.ended_at is null
      and coalesce(g.until > now(), true) and (g.network_id is null or g.network_id = ${p.networkId})
    order by u.id limit 50`,
)
export const sweepDeliveries = statement(
  'sweep-webhook-deliveries',
  { days: 'integer' },
  (p) => sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${p.days})`,
)
