/** Member actions on their membership. Payment happens at the provider; here it is started, synced and cancelled. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import { earlierResult, claimValues, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { log } from '#server/platform/log/log.ts'
import { forbidden, Problem, problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { CANCEL_REASON_LENGTH, CHECKOUT_MINUTES, type CancelReason } from '#shared/membership.ts'
import { safeNext } from '#shared/routes.ts'
import type { Billing } from './billing.ts'
import { membership } from './membership.access.ts'
import {
  claimCheckout,
  endCheckoutsOfOthers,
  endOldCheckouts,
  insertCheckout,
  insertOwnTeam,
  updateCheckout,
  keepPortal,
  lockMember,
  lockTeam,
  memberExists,
  selectCheckout,
  selectLatest,
  selectOpenCheckout,
  selectPayer,
  selectReplacedCheckouts,
} from './membership.sql.ts'
import { syncCheckout, syncMember, syncSubscription } from './payment-provider/subscription-sync.ts'

const PROVIDER_AWAY = 'Our payment provider isn’t responding. You haven’t been charged; try again shortly.'

export interface Price {
  peer_network_id: number
  amount: number
  num_of_seats: number
  total: number
}
interface Latest {
  ref: string
  state: string
  status: string
  gives_access: boolean
  open_invoice: string | null
}

/** A path on this site; undefined for anything else. */
function ownPath(address: string, publicUrl: string): string | undefined {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return safeNext(path, '') || undefined
}

/** Starts a checkout, or resumes an open one. Resolves to the checkout's id. */
export async function startCheckout(
  billing: Billing,
  { viewer, args }: Call<{ return_path: string; idempotency_key: string }>,
): Promise<number> {
  const back = ownPath(args.return_path, billing.publicUrl)
  if (!back)
    throw problem('membership.return_path', {
      message: 'return_path must be a path on this site.',
      field: 'return_path',
    })
  // Sync first, so that a payment made a moment ago, here or in another window, is known.
  await syncMember(billing, viewer.id).catch(unreachable)
  const [price] = await selectRows<Price>(
    billing.pool,
    sql`select p.peer_network_id, p.amount, p.num_of_seats, p.total from ${membership.price} p`,
    viewer,
  )
  if (!price || price.total === 0 || viewer.is_staff)
    throw problem('membership.nothing_to_pay', { message: 'You don’t owe anything.' })
  const { rows: replaced } = await billing.pool.query<{ ref: string }>(
    selectReplacedCheckouts({ userId: viewer.id, amount: price.total }),
  )
  await endCheckouts(billing, replaced).catch(unreachable)
  const id = await transaction(billing.pool, billing.bus, (tx) =>
    claimedCheckout(billing, tx, { viewer, price, back, key: args.idempotency_key }),
  )
  return openAtProvider(billing, id)
}

/**
 * Ends each checkout at the provider first: two payable pages could become two memberships. The sync then records a
 * payment that was made before the end.
 */
export async function endCheckouts(billing: Billing, checkouts: readonly { ref: string }[]): Promise<void> {
  for (const { ref } of checkouts) {
    await billing.provider.endCheckout(ref)
    await syncCheckout(billing, ref)
  }
}

interface Wanted {
  viewer: Session
  price: Price
  back: string
  key: string
}

async function claimedCheckout(
  billing: Billing,
  tx: Transaction,
  { viewer, price, back, key }: Wanted,
): Promise<number> {
  const intent: IdempotentRequest = { userId: viewer.id, key, operation: 'startCheckout', asked: null }
  const claimed = claimValues(intent)
  const team = await requireOwnTeam(tx, viewer, price)
  const earlier = await earlierResult(tx, intent)
  if (earlier !== undefined) return earlier
  const { rows } = await tx.query<Latest>(selectLatest({ teamId: team.id }))
  refusePaid(rows[0])
  await tx.query(endOldCheckouts({ teamId: team.id, amount: price.total }))
  await tx.query(endCheckoutsOfOthers({ teamId: team.id, userId: viewer.id }))
  const open = await tx.query<{ id: number }>(selectOpenCheckout({ teamId: team.id, userId: viewer.id }))
  const made =
    open.rows[0] ??
    (
      await tx.query<{ id: number }>(
        insertCheckout({
          teamId: team.id,
          userId: viewer.id,
          provider: billing.provider.name,
          amount: price.total,
          minutes: CHECKOUT_MINUTES,
          returnPath: back,
          seats: price.num_of_seats,
        }),
      )
    ).rows[0]!
  await tx.query(claimCheckout({ ...claimed, result: made.id }))
  return made.id
}

/** The team the member pays for, locked; creates a team of one if they have none. */
export async function requireOwnTeam(tx: Transaction, viewer: Session, price: Pick<Price, 'peer_network_id'>) {
  await tx.query(lockMember({ userId: viewer.id }))
  const find = async () =>
    (await tx.query<{ id: number; is_billing_admin: boolean }>(lockTeam({ userId: viewer.id }))).rows[0]
  let team = await find()
  if (!team) {
    await tx.query(insertOwnTeam({ userId: viewer.id, peerNetworkId: price.peer_network_id }))
    team = (await find())!
  }
  if (!team.is_billing_admin)
    throw forbidden(
      problem('membership.not_billing_admin', {
        message: 'Your team pays for your membership. Contact its billing admin or support.',
      }),
    )
  return team
}

function refusePaid(latest: Latest | undefined) {
  // Also after access has ended: the provider still collects the open invoice, and a second membership would be charged
  // in addition.
  if (latest?.open_invoice && latest.status !== 'canceled')
    throw problem('membership.pay_invoice', {
      message: 'Pay the open invoice instead. You don’t need a second membership.',
    })
  if (!latest?.gives_access) return
  if (latest.state === 'active')
    throw problem('membership.already_paid', { message: 'Your membership is already paid. You weren’t charged again.' })
  if (latest.state === 'cancelled')
    throw problem('membership.resume_instead', {
      message: 'This term is already paid. Resume your membership instead. You won’t be charged until it renews.',
    })
}

/** Two clicks share one checkout, and the provider returns the same page for both. */
async function openAtProvider({ pool, provider, publicUrl }: Billing, id: number): Promise<number> {
  const { rows } = await pool.query<{
    url: string | null
    amount: number
    seats: number
    expires_at: Date
    return_path: string
    team_id: number
    customer_ref: string | null
    email: string
    network: string
  }>(selectCheckout({ id }))
  const checkout = rows[0]!
  if (checkout.url) return id
  const back = checkout.return_path
  const backWith = (outcome: string) => `${publicUrl}${back}${back.includes('?') ? '&' : '?'}checkout=${outcome}`
  const opened = await provider
    .openCheckout({
      reference: String(checkout.team_id),
      customer: checkout.customer_ref,
      email: checkout.email,
      title: `${checkout.network}, one year`,
      seats: checkout.seats,
      unitAmount: checkout.amount / checkout.seats,
      successUrl: backWith('success'),
      cancelUrl: backWith('cancelled'),
      expiresAt: checkout.expires_at,
      key: `checkout-${id}`,
    })
    .catch(unreachable)
  await pool.query(updateCheckout({ id, ref: opened.ref, url: opened.url }))
  return id
}

/** A provider failure is not our bug: report it as such. Our own refusals are rethrown. */
export function unreachable(error: unknown): never {
  if (error instanceof Problem) throw error
  log.warn({ error }, 'the billing provider failed')
  throw problem('membership.provider_away', { message: PROVIDER_AWAY })
}

/**
 * Failures are stored in `errors` of the result, because the requesting page stays open. Resolves to the member's id.
 */
export async function generateBillingPortalSessionUrl(
  { pool, provider, publicUrl }: Billing,
  { viewer, args }: Call<{ redirect_url: string }>,
): Promise<number> {
  const keep = async (url: string | null, errors: string[]) => {
    await pool.query(keepPortal({ userId: viewer.id, url, errors: JSON.stringify(errors) }))
    return viewer.id
  }
  const back = ownPath(args.redirect_url, publicUrl)
  if (!back) return keep(null, ['return_url must be an address on this site.'])
  const { rows } = await pool.query<{ customer_ref: string | null; is_billing_admin: boolean }>(
    selectPayer({ userId: viewer.id }),
  )
  const payer = rows[0]
  if (payer && !payer.is_billing_admin)
    return keep(null, ['Your team pays for your membership. Only its billing admin can open this.'])
  if (!payer?.customer_ref) return keep(null, ['There’s no payment yet, so there’s nothing to manage.'])
  try {
    return await keep(await provider.portalUrl(payer.customer_ref, `${publicUrl}${back}`), [])
  } catch (error) {
    log.warn({ error }, 'the billing provider failed')
    return keep(null, [PROVIDER_AWAY])
  }
}

/** Syncs with the provider now, so that a member who just paid can continue immediately. */
export async function syncUserBillingData(billing: Billing, { viewer }: Call): Promise<number> {
  await syncMember(billing, viewer.id).catch(unreachable)
  return viewer.id
}

/** Enqueues a sync with the provider; staff for any member, members only for themselves. */
export async function triggerSyncWithBilling(
  { pool, bus }: Billing,
  { viewer, args }: Call<{ user_id?: number | null }>,
): Promise<number> {
  const userId = args.user_id ?? viewer.id
  const isOwn = userId === viewer.id
  const { rows } =
    isOwn || mayEverywhere(viewer.grants, 'finance') ? await pool.query(memberExists({ userId })) : { rows: [] }
  if (rows.length === 0)
    throw problem('people.not_found', { message: 'This member isn’t available.', field: 'user_id' })
  await transaction(pool, bus, (tx) =>
    tx.enqueue('membership:sync-member', { user_id: userId }, { key: `membership:sync-member:${userId}` }),
  )
  return viewer.id
}

/** Cancels at the end of the paid term. Idempotent. */
export async function cancelMembership(
  billing: Billing,
  { viewer, args }: Call<{ reason: CancelReason; details?: string | null }>,
): Promise<number> {
  const details = args.details?.trim() ?? ''
  if ([...details].length > CANCEL_REASON_LENGTH)
    throw problem('membership.details_too_long', {
      message: `The reason is ${[...details].length} characters long. The limit is ${CANCEL_REASON_LENGTH}.`,
      field: 'details',
    })
  const subscription = await requireSubscription(billing, viewer)
  if (subscription.state === 'cancelled') return viewer.id
  const reason = [args.reason, details].filter(Boolean).join(': ').slice(0, CANCEL_REASON_LENGTH)
  await billing.provider.cancel(subscription.ref, reason).catch(unreachable)
  await syncSubscription(billing, subscription.ref).catch(unreachable)
  return viewer.id
}

/** Undoes a cancellation before the term ends. */
export async function resumeMembership(billing: Billing, { viewer }: Call): Promise<number> {
  const subscription = await requireSubscription(billing, viewer)
  if (subscription.state !== 'cancelled') return viewer.id
  await billing.provider.resume(subscription.ref).catch(unreachable)
  await syncSubscription(billing, subscription.ref).catch(unreachable)
  return viewer.id
}

/** The current subscription, if the viewer may end it. */
async function requireSubscription({ pool }: Billing, viewer: Session) {
  const [subscription] = await selectRows<{ ref: string; state: string }>(
    pool,
    sql`select s.ref, s.state from ${membership.subscriptions} s where s.access_until > now() order by s.id desc limit 1`,
    viewer,
  )
  if (!subscription)
    throw problem('membership.none', {
      message: 'You don’t have a membership you can change. If your team pays, contact its billing admin.',
    })
  return subscription
}
