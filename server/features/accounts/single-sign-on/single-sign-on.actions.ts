/**
 * Signing in by the identity provider of an association or a company. A provider says who somebody is; that this is the
 * member, the member confirms once by a code. It speaks for members of its own network, never for staff.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { PageProps } from '#shared/pages.ts'
import { ROUTES, safeNext, withNext } from '#shared/routes.ts'
import { recordRefusal } from '#server/platform/audit/security-events.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { decrypt } from '#server/platform/encryption.ts'
import { notFound } from '#server/platform/problems.ts'
import {
  cookieIn,
  cookieOf,
  secondProof,
  startSession,
  type AuthContext,
} from '#server/features/accounts/auth/auth-context.ts'
import { alert } from '#server/features/accounts/auth/security-alerts.ts'
import { createConfirmation } from '#server/features/accounts/sign-in/confirmations.actions.ts'
import { failureOf, type Attempt, type OpenId, type Person } from './openid.ts'
import {
  deleteIdentity,
  insertIdentity,
  selectEnabledProvider,
  selectEnabledProviders,
  selectMemberOfSubject,
  selectOwnIdentities,
  useIdentity,
  type FoundMember,
  type Provider,
} from './single-sign-on.sql.ts'

const COOKIE = 'single-sign-on'
const MINUTES = 10

/** What the sign-in page says; no more, because whoever reads it may be anybody. */
export type SignOnError =
  | 'sign_on_unavailable'
  | 'sign_on_cancelled'
  | 'sign_on_over'
  | 'sign_on_refused'
  | 'sign_on_too_many'
export class SignOnRefused extends Error {
  readonly code: SignOnError
  constructor(code: SignOnError) {
    super(code)
    this.code = code
  }
}

/** A secret of another row can't be decrypted. */
export const secretOwner = ({ secret }: Pick<AuthContext, 'secret'>, providerId: number) => ({
  secret,
  purpose: 'single sign-on',
  row: providerId,
})

/** Each provider has its own, so that no provider receives what another has answered. */
export const redirectUriOf = ({ publicUrl }: Pick<AuthContext, 'publicUrl'>, providerId: number) =>
  `${publicUrl}/api/auth/single-sign-on/${providerId}/callback`

async function findProvider(tools: AuthContext, id: number): Promise<Provider> {
  const { rows } = await tools.pool.query<Provider>(selectEnabledProvider({ id }))
  const [provider] = rows
  if (!provider) throw new SignOnRefused('sign_on_unavailable')
  return { ...provider, client_secret: decrypt(secretOwner(tools, id), provider.client_secret).toString() }
}

interface Started extends Attempt {
  provider: number
  next: string
  until: number
}

/** The address of the provider, and the cookie that ties its answer to this browser. */
export async function startSignOn(tools: AuthContext, openId: OpenId, { id, next }: { id: number; next: string }) {
  const provider = await findProvider(tools, id)
  const { url, attempt } = await openId.start(provider, { redirectUri: redirectUriOf(tools, id) }).catch(unavailable)
  const started: Started = { ...attempt, provider: id, next, until: Date.now() + MINUTES * 60_000 }
  const sealed = tools.sessions.seal(`${COOKIE}:${Buffer.from(JSON.stringify(started)).toString('base64url')}`)
  return { url, cookie: cookieOf(tools, COOKIE, sealed, MINUTES * 60) }
}

const unavailable = (): never => {
  throw new SignOnRefused('sign_on_unavailable')
}

export const forgetSignOn = (tools: AuthContext) => cookieOf(tools, COOKIE, '', 0)

function startedIn(tools: AuthContext, request: FastifyRequest, id: number): Started {
  const sealed = tools.sessions.unseal(cookieIn(tools, request, COOKIE))
  const text = sealed?.startsWith(`${COOKIE}:`) ? sealed.slice(COOKIE.length + 1) : undefined
  const started = text ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Started) : undefined
  if (!started || started.provider !== id || started.until < Date.now()) throw new SignOnRefused('sign_on_over')
  return started
}

interface Finished {
  /** Where the browser goes now. */
  location: string
  setCookies: (reply: FastifyReply, ...more: string[]) => void
}

/** Completes with the answer in the address of the request. */
export async function finishSignOn(
  tools: AuthContext,
  openId: OpenId,
  request: FastifyRequest,
  id: number,
): Promise<Finished> {
  const started = startedIn(tools, request, id)
  const provider = await findProvider(tools, id)
  const url = new URL(redirectUriOf(tools, id))
  url.search = new URL(request.url, url).search
  // Before anything is asked of the provider: whoever declined there has answered.
  if (url.searchParams.get('error') === 'access_denied') throw new SignOnRefused('sign_on_cancelled')
  const refuse = async (code: SignOnError, reason: string): Promise<never> => {
    const facts = { code: 'single_sign_on', provider: id, reason }
    await recordRefusal(tools.pool, { kind: 'sign_in.failed', from: request, facts })
    throw new SignOnRefused(code)
  }
  const person = await openId
    .finish(provider, { url, attempt: started })
    .catch((error: unknown) => refuse('sign_on_unavailable', failureOf(error)))
  const member = await findMember(tools, provider, person)
  if (member === undefined || member.refusal !== null)
    return refuse('sign_on_refused', member?.refusal ?? 'no_such_member')
  const identityId = member.identity_id ?? (await addIdentity(tools, { provider: id, person, member }))
  const signOn = { member, identityId, provider, next: safeNext(started.next) }
  return enter(tools, request, signOn)
}

async function findMember(tools: AuthContext, provider: Provider, { subject, email }: Person) {
  const { rows } = await tools.pool.query<FoundMember>(
    selectMemberOfSubject({
      providerId: provider.id,
      networkId: provider.peer_network_id,
      subject,
      email: email?.slice(0, 320) ?? '',
    }),
  )
  return rows[0]
}

/** Signs no one in until the member has confirmed it. */
async function addIdentity(
  tools: AuthContext,
  { provider, person, member }: { provider: number; person: Person; member: FoundMember },
): Promise<number> {
  const { rows } = await tools.pool.query<{ id: number }>(
    insertIdentity({ providerId: provider, subject: person.subject, userId: member.user_id }),
  )
  return rows[0]!.id
}

interface SignOn {
  member: FoundMember
  identityId: number
  provider: Provider
  next: string
}

async function enter(
  tools: AuthContext,
  request: FastifyRequest,
  { member, identityId, provider, next }: SignOn,
): Promise<Finished> {
  const userId = member.user_id
  const isFirst = member.identity_id === null
  const { kind, isNews } = await secondProof(tools, request, userId)
  if (kind || isFirst) {
    const confirmation = await createConfirmation(tools, request, {
      userId,
      keepSignedIn: true,
      kind: kind ?? 'mail',
      next,
      identity: { id: identityId, connectingTo: isFirst ? provider.name : null },
    })
    return {
      location: withNext(ROUTES.confirmLogin, next),
      setCookies: (reply, ...more) => void reply.header('set-cookie', [confirmation, ...more]),
    }
  }
  const setCookies = await transaction(tools.pool, tools.bus, async (tx) => {
    if (isNews) await alert(tools, tx, request, { userId, what: 'device' })
    await tx.query(useIdentity({ id: identityId }))
    return startSession(tools, tx, request, { userId, keepSignedIn: true })
  })
  return { location: next, setCookies }
}

/** For the sign-in page. */
export const listEnabledProviders = async (pool: pg.Pool): Promise<NonNullable<PageProps['signInProviders']>> =>
  (await pool.query<{ id: number; name: string }>(selectEnabledProviders())).rows

export const listOwnIdentities = async ({ pool }: AuthContext, userId: number) =>
  (await pool.query(selectOwnIdentities({ userId }))).rows

export async function removeIdentity({ pool }: AuthContext, userId: number, id: number): Promise<void> {
  const { rowCount } = await pool.query(deleteIdentity({ id, userId }))
  if (rowCount === 0) throw notFound()
}
