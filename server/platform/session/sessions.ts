/** The session of a cookie and what its member may access. Cached for less time than a suspension may take to apply. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { statement } from '#server/platform/database/statement.ts'
import { join, sql, trustedSql, type Impersonation, type Sql, type Viewer } from '#server/platform/graph/sql.ts'
import { NEWCOMER_DAYS } from '#shared/limits.ts'
import type { AccessLevel } from '#shared/membership.ts'
import { rolesWith } from '#shared/staff-roles.ts'

/** A suspended member loses access everywhere within 5 seconds; this is how long a session is cached. */
export const SESSION_CACHE_MS = 3_000
/** The maximum age of a session, however often it is extended. */
const LONGEST_DAYS = 180
export const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_SECONDS = 30 * 24 * 60 * 60
const REMEMBERED = 50_000

/** A viewer with what limits depend on. */
export interface Member extends Viewer {
  current_state: string
  is_newcomer: boolean
}

export interface Session extends Viewer {
  session_id: number
  first_name: string
  last_name: string
  email: string
  current_state: string
  standing: AccessLevel
  /** Joined less than NEWCOMER_DAYS ago. */
  is_newcomer: boolean
  /** Of the member's network. */
  theme: string | null
  favicon: string | null
  support_email: string | null
  network_name: string | null
  analytics_session_id: string
  abtests: unknown
  impersonation: Impersonation | null
}

const isHeld = sql`g.ended_at is null and coalesce(g.until > now(), true)`
const MODERATING = join(
  rolesWith('moderation').map((role) => trustedSql(`'${role}'`)),
  ', ',
)
/**
 * The networks and channels that member `m` may access, and the roles of `u`, who is the same member unless staff view
 * the community as another one: then there are no roles.
 */
export const REACH = sql`
  cross join lateral (
    select coalesce(array_agg(distinct r.network_id), '{}') as networks, coalesce(array_agg(distinct r.channel), '{}') as channels
    from (
      select a.to_network_id as network_id, channel(a.to_network_id, a.kind) as channel
      from peer_network_memberships o join network_access a on a.from_network_id = o.peer_network_id
      where o.user_id = m.id and standing_of(m) = 'full'
        and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')
      union all
      select n.id, n.id::integer * 4 + kind from staff_grants g
        join peer_networks n on g.network_id is null or g.network_id = n.id cross join generate_series(0, 3) as kind
        where g.user_id = u.id and u.id = m.id and ${isHeld} and g.role in (${MODERATING})) r) reach
  cross join lateral (
    select coalesce(json_agg(json_build_object('role', g.role, 'network_id', g.network_id) order by g.id), '[]') as grants
    from staff_grants g where u.is_staff and g.user_id = u.id and u.id = m.id and ${isHeld}) held`
const IS_NEWCOMER = sql`m.date_joined > now() - interval '${NEWCOMER_DAYS} days'`
/** In place of `u`, for readers who hold no roles. */
export const NO_ROLES = sql`cross join (select null::bigint as id, false as is_staff) u`
/** Viewing as a member ends with its time and with the last role. */
const IMPERSONATION = sql`
  left join lateral (
    select v.user_id, json_build_object('id', v.id, 'until', v.until, 'member', json_build_object('id', v.user_id, 'name', x.name)) as facts
    from impersonations v join users x on x.id = v.user_id
    where v.session_id = s.id and v.ended_at is null and v.until > now() and u.is_staff) shown on true`
const NO_IMPERSONATION = sql`cross join (select null::bigint as user_id, null::json as facts) shown`
const sessionsWhere = (impersonation: Sql, where: Sql) => sql`
  select s.id as session_id, s.token, s.analytics_session_id, s.abtests, u.id, u.first_name, u.last_name, u.email::text,
    u.is_staff and u.id = m.id as is_staff, m.current_state, standing_of(m) as standing, ${IS_NEWCOMER} as is_newcomer,
    home.theme, home.favicon, home.support_email, home.display_name as network_name, reach.networks, reach.channels, held.grants, shown.facts as impersonation
  from sessions s join users u on u.id = s.user_id ${impersonation} join users m on m.id = coalesce(shown.user_id, u.id) ${REACH}
  left join lateral (
    select n.theme, n.favicon, n.support_email, n.display_name from peer_network_memberships o join peer_networks n on n.id = o.peer_network_id
    where o.user_id = m.id order by o.is_primary desc, o.peer_network_id limit 1) home on true
  where s.expires_at > now() and s.created_at > now() - interval '${LONGEST_DAYS} days' and ${isAccountHolder(sql`u`)} and ${where}`

const selectViewer = statement(
  'viewer-of',
  { userId: 'bigint' },
  (p) =>
    sql`select u.id, u.is_staff, u.current_state, ${IS_NEWCOMER} as is_newcomer, reach.networks, reach.channels, held.grants
      from users u join users m on m.id = u.id ${REACH} where u.id = ${p.userId} and ${isAccountHolder(sql`u`)}`,
)
export const selectSession = statement('session', { token: 'text' }, (p) =>
  sessionsWhere(IMPERSONATION, sql`s.token = ${p.token}`),
)
/** For open streams, which stay those of the account. */
const selectSessions = statement('sessions', { tokens: 'text[]' }, (p) =>
  sessionsWhere(NO_IMPERSONATION, sql`s.token = any(${p.tokens})`),
)

/** How many networks those of the newest sessions may read: each number once. */
export const selectNetworkCounts = statement(
  'network-counts',
  {},
  () => sql`select distinct cardinality(reach.networks) as networks
    from (select user_id from sessions order by id desc limit 200) s
      join users u on u.id = s.user_id join users m on m.id = u.id ${REACH}`,
)

/** The member as a viewer for jobs, with their current access. Null if they are suspended or have not joined. */
export async function viewerOf(pool: Pick<pg.Pool, 'query'>, userId: number): Promise<Member | null> {
  const { rows } = await pool.query<Member>(selectViewer({ userId }))
  return rows[0] ?? null
}

interface CachedSession {
  session: Promise<Session | null>
  until: number
}

export interface Sessions {
  /** The session of a Cookie header, or null if it has no valid one. */
  find(cookies: string | undefined): Promise<Session | null>
  token(cookies: string | undefined): string | null
  /** The sessions of these tokens that are still valid. */
  standing(tokens: readonly string[]): Promise<Map<string, Session>>
  forget(userId?: number): void
  /** Signs a value for a cookie; `unseal` returns the value of a cookie that we signed. */
  seal(text: string): string
  unseal(sealed: string | undefined): string | null
  xsrf(token: string | null): string
  xsrfMatches(token: string | null, given: unknown): boolean
}

export interface SessionsOptions {
  pool: pg.Pool
  secret: string
  cookieName: string
}

export function makeSessions({ pool, secret, cookieName }: SessionsOptions): Sessions {
  const believed = new Map<string, CachedSession>()
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64')

  function unseal(sealed: string | undefined): string | null {
    const dot = sealed?.lastIndexOf('.') ?? -1
    if (!sealed || dot < 1) return null
    const value = sealed.slice(0, dot)
    return onSameRow(sign(value), sealed.slice(dot + 1)) ? value : null
  }
  const token = (cookies: string | undefined) => unseal(readCookie(cookies, cookieName))

  async function load(value: string): Promise<Session | null> {
    const { rows } = await pool.query<Session>(selectSession({ token: value }))
    return rows[0] ?? null
  }

  async function find(cookies: string | undefined): Promise<Session | null> {
    const value = token(cookies)
    if (!value) return null
    const now = Date.now()
    const known = believed.get(value)
    if (known && known.until > now) return known.session
    if (believed.size >= REMEMBERED) believed.clear()
    const session = load(value)
    believed.set(value, { session, until: now + SESSION_CACHE_MS })
    session.catch(() => believed.delete(value))
    return session
  }

  return {
    find,
    token,
    seal: (text) => `${text}.${sign(text)}`,
    unseal,
    standing: async (tokens) => {
      const { rows } = await pool.query<Session & { token: string }>(selectSessions({ tokens }))
      return new Map(rows.map((row) => [row.token, row]))
    },
    forget: (userId) => {
      if (userId === undefined) believed.clear()
      for (const [value, { session }] of believed)
        void session.then((found) => found?.id === userId && believed.delete(value)).catch(() => {})
    },
    // Bound to the session, so that one member's token is useless to another.
    xsrf: (value) => sign(`xsrf:${value ?? 'signed out'}`).replaceAll(/[+/=]/g, ''),
    xsrfMatches(value, given) {
      return typeof given === 'string' && onSameRow(this.xsrf(value), given)
    },
  }
}

function onSameRow(text: string, other: string) {
  const [a, b] = [Buffer.from(text), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) {
      try {
        return decodeURIComponent(pair.slice(equals + 1).trim())
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

/** The token that calls of a page must carry; scripts of the page read it. */
export const xsrfCookie = (token: string, secure: boolean) =>
  `${XSRF_COOKIE}=${token}; Path=/; Max-Age=${XSRF_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
