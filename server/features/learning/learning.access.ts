/**
 * Who may see a series: members of networks with access to the documents of its network, once it is published. Its parts
 * and documents open with it, or later if they have a date. Everything of a series is reached through `series`.
 */
import { usableNetworks } from '#server/features/networks/index.ts'
import { checkedRelations, sql, uncheckedRelations, viewer, mayIn } from '#server/platform/graph/sql.ts'

const rows = sql`select s.* from series s`
const readable = sql`${rows} where s.peer_network_id = any(${usableNetworks.documents})
  and (s.published_at is not null or ${mayIn('content', sql`array[s.peer_network_id]`)})`
const isOpen = sql`coalesce(x.available_from <= now(), true) as can_view`

export const learning = checkedRelations({
  series: readable,
  series_videos: sql`select x.*, ${isOpen} from series_videos x join (${readable}) s on s.id = x.series_id`,
  series_documents: sql`select x.*, ${isOpen} from series_documents x join (${readable}) s on s.id = x.series_id`,
  series_speakers: sql`select x.* from series_speakers x join (${readable}) s on s.id = x.series_id`,
  /** Without their addresses. */
  series_sponsors: sql`
    select x.id, x.series_id, x.first_name, x.company, x.paid_for, x.place
    from series_sponsors x join (${readable}) s on s.id = x.series_id`,
  own_sponsor_connections: sql`select c.* from sponsor_connections c where c.user_id = ${viewer.id}`,
})

export const learningLists = uncheckedRelations({
  /** The series of a part or a document that has been checked already. */
  series_rows: { rows, wall: readable },
})
