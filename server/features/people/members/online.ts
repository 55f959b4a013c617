/**
 * What "online" means. Other members see `shown_online_until`, which a job updates for everyone at the same steps and
 * pauses around anonymous posts, so that presence does not reveal who posted (0044). Members see their own at once.
 */
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { ONLINE_MINUTES } from '#shared/profiles.ts'

/** Whether other members see this row of users as online. */
export const isShownOnline = (u: Sql) =>
  sql`coalesce(${u}.shown_online_until > now() and not ${u}.suspended and ${u}.shows_presence, false)`

/** Whether members see themselves as online. */
export const isOnlineNow = (u: Sql) =>
  sql`coalesce(${u}.last_online_at > now() - interval '${ONLINE_MINUTES} minutes' and ${u}.shows_presence, false)`
