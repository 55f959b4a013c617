/** What the demo accounts saved, in collections and alone. */
import type { ClientBase } from 'pg'

const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  legal: ['Board season', 'AI vendors', 'To read on the train'],
  finance: ['Year end', 'Covenants', 'To read on the train'],
  executive: ['Offsite', 'Succession', 'To read on the train'],
}
const NOTES = ['Use the second reply for the committee memo.', 'Ask outside counsel whether this holds in Texas.']
/** Members who joined this week or whose membership ended have saved nothing. */
const WITHOUT = ['newcomer@legal.test', 'trial@legal.test']
const PER_MEMBER = 14

export async function seedBookmarks(client: ClientBase, now: Date): Promise<void> {
  for (const [discipline, titles] of Object.entries(COLLECTIONS))
    await client.query(
      `with savers as (
         select u.id, array_agg(m.peer_network_id) as networks from users u
         join accounts a on a.user_id = u.id join peer_network_memberships m on m.user_id = u.id
         where u.current_state = 'full access' and not u.suspended and not u.email = any($4)
           and (select d.type from peer_network_memberships p join peer_networks n on n.id = p.peer_network_id
             join disciplines d on d.id = n.discipline_id where p.user_id = u.id order by p.is_primary desc, n.id limit 1) = $1
         group by u.id),
       collections as (
         insert into bookmark_collections (user_id, title, alteration, created_at)
         select s.id, t.title, nextval('bookmark_alterations'), $3::timestamptz - t.place * interval '20 days'
         from savers s cross join unnest($2::text[]) with ordinality t(title, place) returning id, user_id)
       insert into bookmarks (user_id, kind, item_id, collection_id, note, source, num_of_responses, bookmarked_at)
       select x.user_id, 'THREAD', x.thread_id,
         (select (array_agg(c.id order by c.id))[1 + x.place % 4] from collections c where c.user_id = x.user_id),
         case when x.place in (2, 5) then ($5::text[])[1 + x.place % 2] end, 'feed',
         greatest(0, x.num_of_responses - x.place % 3), $3::timestamptz - x.place * interval '31 hours'
       from (
         select s.id as user_id, f.thread_id, f.num_of_responses,
           row_number() over (partition by s.id order by (f.thread_id * 7919) % 101, f.thread_id)::integer as place
         from savers s join thread_feed f on f.peer_network_ids && s.networks and f.author_id <> s.id) x
       where x.place <= $6`,
      [discipline, titles, now, WITHOUT, NOTES, PER_MEMBER],
    )
  await seedLibraryBookmarks(client, now)
}

/** For whoever has collections: one of each kind of the library, in networks of their own. */
async function seedLibraryBookmarks(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `with found as (
       select 'PEER_DOCUMENT' as kind, d.id, n.peer_network_id from peer_documents d join peer_document_networks n on n.document_id = d.id
         where d.state = 'approved' and not d.is_anonymous
       union all select 'EVENT', e.id, e.peer_network_id from events e where e.cancelled_at is null
       union all select 'EVENT_DOCUMENT', d.id, e.peer_network_id from event_documents d join events e on e.id = d.event_id
       union all select 'EVENT_VIDEO', v.id, e.peer_network_id from event_videos v join events e on e.id = v.event_id
       union all select 'EVENT_MAINSTAGE_SESSION', s.id, e.peer_network_id from mainstage_sessions s join events e on e.id = s.event_id
       union all select 'SERIES', s.id, s.peer_network_id from series s where s.published_at is not null
       union all select 'SERIES_DOCUMENT', d.id, s.peer_network_id from series_documents d join series s on s.id = d.series_id
         where s.published_at is not null
       union all select 'SERIES_VIDEO', v.id, s.peer_network_id from series_videos v join series s on s.id = v.series_id
         where s.published_at is not null)
     insert into bookmarks (user_id, kind, item_id, collection_id, source, bookmarked_at)
     select c.user_id, f.kind, min(f.id), case when f.kind < 'F' then c.id end, 'library',
       $1::timestamptz - length(f.kind) * interval '17 hours'
     from (select user_id, min(id) as id from bookmark_collections group by user_id) c
       join peer_network_memberships m on m.user_id = c.user_id join found f on f.peer_network_id = m.peer_network_id
     group by c.user_id, c.id, f.kind`,
    [now],
  )
}
