/**
 * The limit that the server is measured against: for each of two calls one statement written by hand, sent straight
 * through Fastify and pg. No session, no checks, no shapes: the viewer's reach arrives ready in the request.
 */
import Fastify from 'fastify'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'

const PERSON = (id: string) => `(
  select row_to_json(p) from (select u.id, u.name, u.first_name, u.title, u.profile_thumbnail_url,
    coalesce(u.last_online_at > now() - interval '5 minutes' and not u.suspended, false) as is_online,
    case when u.company_id is not null then (select row_to_json(c) from (select u.company_id as id, u.company_name as name) c) end as company
  from users u where u.id = ${id}) p)`

const CARD = `
  f.thread_id as id, f.topic, f.thread_type, f.excerpt, f.pub_date, f.approved, f.num_of_responses, f.num_of_private_responses,
  f.num_of_recommendations, f.count_of_entries,
  (select coalesce(json_agg(x), '[]') from (select g.id, g.name from geographies g where g.id = any(f.geography_ids) order by g.name, g.id) x) as geographies,
  (select coalesce(json_agg(x), '[]') from (select a.id, a.name from areas_of_expertise a where a.id = any(f.area_of_expertise_ids) order by a.name, a.id) x) as areas_of_expertise,
  (select coalesce(json_agg(x), '[]') from (select n.id, n.slug, n.display_name from peer_networks n where n.id = any(f.peer_network_ids) order by n.id) x) as peer_networks`
const POLL = `case when f.thread_type = 'poll' then (select row_to_json(x) from (
  select p.id, p.title, p.end_date, p.active and coalesce(p.end_date > now(), true) and b.closed_at is null as active,
    case when not (p.active and coalesce(p.end_date > now(), true) and b.closed_at is null) or p.author_id = $3
      or exists (select from poll_votes v where v.poll_id = p.id and v.user_id = $3) then p.num_of_votes end as num_of_votes
  from polls p join threads b on b.id = p.thread_id where p.thread_id = f.thread_id) x) end as poll`

const branches = Array.from(
  { length: 8 },
  (_, index) => `
  (select e.pub_date, e.thread_id from feed_entries e where e.network_id = ($1::bigint[])[${index + 1}] and e.channel = any($2::integer[])
   order by e.pub_date desc, e.thread_id desc limit 25)`,
).join(' union all ')

const FEED = `
select row_to_json(d)::text as body from (select (select row_to_json(t) from (select
  (select coalesce(sum(a.num_of_threads), 0)::integer from audiences a where a.channels && $2::integer[]) as count,
  (select coalesce(json_agg(i), '[]') from (
    select (select row_to_json(c) from (select ${CARD}, ${POLL}, (select v.viewed_at from viewer_threads v where v.user_id = $3 and v.thread_id = f.thread_id) as viewed_at) c) as thread,
      ${PERSON('f.author_id')} as author,
      (select coalesce(json_agg(r), '[]') from (
        select m.id, left(m.cleaned_body, 240) as excerpt, m.pub_date, m.num_of_likes,
          (select row_to_json(s) from (select u.id, u.name,
            case when u.company_id is not null then (select row_to_json(c) from (select u.company_id as id, u.company_name as name) c) end as company
            from users u where u.id = m.sender_id) s) as sender
        from unnest(f.top_reply_ids) with ordinality as top(id, place) join messages m on m.id = top.id order by top.place) r) as top_replies
    from (select distinct on (n.pub_date, n.thread_id) n.pub_date, n.thread_id from (${branches}) n order by n.pub_date desc, n.thread_id desc limit 25) e
    join thread_feed f on f.thread_id = e.thread_id order by e.pub_date desc, e.thread_id desc) i) as items) t) as threads) d`

const THREAD = `
select row_to_json(d)::text as body from (select (select row_to_json(t) from (select ${CARD}, null as poll,
    b.cleaned_html, b.text_is_wrapping, b.closed_at, b.mod_date,
    (select v.viewed_at from viewer_threads v where v.user_id = $2 and v.thread_id = f.thread_id) as viewed_at,
    (select coalesce(sum(c.num_of_members), 0)::integer from member_counts c where c.networks && (
      select array_agg(distinct a.from_network_id) from network_access a where a.to_network_id = any(f.peer_network_ids) and a.kind = f.thread_type)) as num_of_readers,
    (select row_to_json(x) from (select b.processed, b.approved, b.processed_date) x) as moderation,
    ${PERSON('f.author_id')} as author,
    (select coalesce(json_agg(x), '[]') from (select distinct n.id, n.slug, n.display_name from network_access a join peer_networks n on n.id = a.from_network_id
      where a.to_network_id = any(f.peer_network_ids) and a.kind = f.thread_type order by n.id) x) as accessible_from,
    (select coalesce(json_agg(m), '[]') from (
      select m.id, m.thread_id, m.sender_id, m.parsed_body, m.pub_date, m.edited_at, m.is_private, m.is_original_message, m.message_replied_id,
        m.source, m.num_of_likes, (m.sender_id = $2 and m.moderation_processed is false) as awaiting_review,
        case when m.moderation_processed is not null then (select row_to_json(x) from (
          select m.moderation_processed as processed, coalesce(m.moderation_approved, false) as approved, m.processed_date) x) end as moderation,
        ${PERSON('m.sender_id')} as sender,
        (select coalesce(json_agg(x), '[]') from (select u.id, u.name from message_mentioned_users n join users u on u.id = n.user_id where n.message_id = m.id order by u.id) x) as mentioned_users,
        (select coalesce(json_agg(x), '[]') from (select u.id, u.name from users u where u.id = any(m.private_reader_ids) order by u.id) x) as private_readers,
        (select coalesce(json_agg(x), '[]') from (select y.id, y.name, y.file_type, y.size, y.inline, '/api/attachments/' || y.id as file from message_attachments y where y.message_id = m.id order by y.id) x) as attachments
      from messages m where m.thread_id = f.thread_id and (m.visible or (m.sender_id = $2 and m.moderation_processed is false and m.removed_at is null))
        and (not m.is_private or $2 = any(m.private_reader_ids))
      order by m.order_date desc, m.id desc limit 1000) m) as messages
  from thread_feed f join threads b on b.id = f.thread_id where f.thread_id = $1
    and (f.author_id = $2 or (f.visible and exists (select from feed_entries e where e.thread_id = f.thread_id and e.channel = any($3::integer[]))))) t) as thread) d`

const config = loadConfig({
  DATA_DIR: process.argv[2],
  DEMO: 'off',
  PORT: '0',
  SECRET: 'x'.repeat(40),
  LOG_LEVEL: 'error',
  DATABASE_POOL: '4',
})
const database = await openDatabase(config)
const app = Fastify()
interface Reach {
  id: number
  networks: number[]
  channels: number[]
}
const reachOf = (header: string | string[] | undefined) => JSON.parse(String(header)) as Reach
app.post('/api/graphql/threads', async (request, reply) => {
  const { id, networks, channels } = reachOf(request.headers['x-reach'])
  const { rows } = await database.hot.query<{ body: string }>({
    name: 'feed',
    text: FEED,
    values: [networks, channels, id],
  })
  return reply.type('application/json').send(`{"data":${rows[0]!.body}}`)
})
app.post<{ Body: { variables: { id: number } } }>('/api/graphql/thread', async (request, reply) => {
  const { id, channels } = reachOf(request.headers['x-reach'])
  const { rows } = await database.hot.query<{ body: string }>({
    name: 'thread',
    text: THREAD,
    values: [request.body.variables.id, id, channels],
  })
  return reply.type('application/json').send(`{"data":${rows[0]!.body}}`)
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`localhost:${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', async () => {
  await app.close()
  await database.close()
  process.exit(0)
})
