import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { SPONSOR_CONNECTION_DAYS } from '#shared/learning.ts'
import { learning } from './learning.access.ts'

const given = (name: string, value: number) => new Parameter(name, 'bigint', () => value)

export const selectDocument = (id: number) =>
  sql`select d.id, d.file_id, d.can_view from ${learning.series_documents} d where d.id = ${given('document', id)}`

/** The sponsor of a series that the viewer may see. */
export const selectSponsor = (seriesId: number, id: number) =>
  sql`select p.id from ${learning.series_sponsors} p where p.series_id = ${given('series', seriesId)} and p.id = ${given('sponsor', id)}`

/** Serializes concurrent requests: the second one sees the row of the first. */
export const lockSponsor = statement(
  'lock-series-sponsor',
  { id: 'bigint' },
  (p) => sql`select id from series_sponsors where id = ${p.id} for no key update`,
)
/** Returns no row if the member already asked within `SPONSOR_CONNECTION_DAYS` days. */
export const insertSponsorConnection = statement(
  'insert-sponsor-connection',
  { sponsorId: 'bigint', userId: 'bigint', message: 'text' },
  (p) => sql`
    insert into sponsor_connections (sponsor_id, user_id, message) select ${p.sponsorId}, ${p.userId}, ${p.message}
    where not exists (
      select from sponsor_connections c where c.sponsor_id = ${p.sponsorId} and c.user_id = ${p.userId}
        and c.consented_at > now() - interval '${SPONSOR_CONNECTION_DAYS} days')
    returning id`,
)
/** Marks the connection as emailed, once, unless the member has been suspended since. */
export const takeSponsorConnection = statement(
  'take-sponsor-connection',
  { id: 'bigint' },
  (p) => sql`update sponsor_connections c set mailed_at = now()
    from series_sponsors s, series x, users u
    where c.id = ${p.id} and c.mailed_at is null and s.id = c.sponsor_id and x.id = s.series_id and u.id = c.user_id and not u.suspended
    returning s.email::text as sponsor_email, s.first_name, s.company as sponsor, x.title as series, c.message,
      u.name, u.email::text, u.company_name as company,
      (select n.theme from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
        where m.user_id = u.id order by m.is_primary desc, n.id limit 1) as theme`,
)
