import { sql, type Sql } from '#server/platform/graph/sql.ts'

/** How member `u` gets the emails of list `l`: "none" in general outweighs a choice for one network. */
export const preferenceIn = (u: Sql, l: Sql) => sql`
  case when ${u}.listserv_email_preference = 'none' then 'none' else coalesce(
    (select c.preference from mail_choices c where c.user_id = ${u}.id and c.peer_network_id = ${l}.peer_network_id),
    nullif(${u}.listserv_email_preference, 'default'), ${l}.default_preference) end`
