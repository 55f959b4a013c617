/** Owners keep the webhooks of their networks. A secret is in the response that makes it, and nowhere else. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { forbidden, notFound, problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { mayEverywhere, networksWith } from '#shared/staff-roles.ts'
import { WEBHOOKS, type WebhookEvent } from '#shared/webhooks.ts'
import { webhookSecret } from './send.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockNetwork,
  lockWebhook,
  replaceSalt,
  resendDelivery,
  selectDeliveries,
  selectNetworks,
  selectWebhooks,
  updateWebhook,
  webhookOfDelivery,
  type Webhook,
} from './webhooks.sql.ts'

export interface WebhookDesk {
  pool: pg.Pool
  bus: Bus
  secret: string
  /** Addresses of our own network, and without TLS. */
  allowsPrivate: boolean
}

export interface WebhookInput {
  url: string
  events: WebhookEvent[]
}

const SALT_BYTES = 16
const newSalt = () => randomBytes(SALT_BYTES).toString('base64url')
const missing = () => forbidden(notFound())
const refuse = (field: string, message: string) => problem('webhooks.field', { field, message, status: 400 })

const scopeOf = ({ grants }: Session) => ({
  all: mayEverywhere(grants, 'networks'),
  networks: networksWith(grants, 'networks'),
})

export async function listWebhooks({ pool }: WebhookDesk, viewer: Session) {
  const [webhooks, networks] = await Promise.all([
    pool.query<Webhook>(selectWebhooks(scopeOf(viewer))),
    pool.query<{ id: number; display_name: string }>(selectNetworks(scopeOf(viewer))),
  ])
  return { webhooks: webhooks.rows, networks: networks.rows }
}

/** The webhook, under a lock. To who may not see it, it does not exist. */
async function requireWebhook(tx: Transaction, viewer: Session, id: number): Promise<Webhook> {
  const { rows } = await tx.query<Webhook>(lockWebhook({ id }))
  if (!rows[0]) throw missing()
  requireNetwork(viewer, rows[0].peer_network_id)
  return rows[0]
}

function requireNetwork(viewer: Session, id: number) {
  try {
    requirePermission(viewer, 'networks', { networks: [id] })
  } catch {
    throw missing()
  }
}

/** Names that resolve to our own network are refused when they are called; an address is refused here as well. */
function requireAddress(url: string, allowsPrivate: boolean) {
  if (!URL.canParse(url)) throw refuse('url', 'Enter a web address that begins with https://.')
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    throw refuse('url', 'Enter a web address that begins with https://.')
  if (username !== '' || password !== '')
    throw refuse('url', 'The address can’t contain a user name or password. Check the signature instead.')
  if (!allowsPrivate && !hostname.includes('.') && !hostname.startsWith('['))
    throw refuse('url', 'Enter the address of a public server.')
}

export async function createWebhook(
  desk: WebhookDesk,
  viewer: Session,
  { networkId, url, events }: WebhookInput & { networkId: number },
): Promise<{ id: number; secret: string }> {
  requireNetwork(viewer, networkId)
  requireAddress(url, desk.allowsPrivate)
  const salt = newSalt()
  return transaction(desk.pool, desk.bus, async (tx) => {
    const network = await tx.query<{ display_name: string }>(lockNetwork({ networkId }))
    if (!network.rows[0]) throw missing()
    const counted = await tx.query<{ num_of_webhooks: number }>(countWebhooks({ networkId }))
    if (counted.rows[0]!.num_of_webhooks >= WEBHOOKS)
      throw refuse('url', `This network has ${WEBHOOKS} webhooks, which is the limit. Remove one first.`)
    const { rows } = await tx.query<{ id: number }>(insertWebhook({ networkId, url, events, salt }))
    const { id } = rows[0]!
    await recordStaffAction(tx, viewer.id, {
      act: 'webhook.added',
      itemId: id,
      itemName: network.rows[0].display_name,
      after: shown({ url, events }),
    })
    return { id, secret: webhookSecret(desk.secret, salt) }
  })
}

/** The trail is never erased, and an address may contain a secret. */
const shown = ({ url, events }: { url: string; events: readonly string[] }) => ({ host: new URL(url).host, events })

/** Changes it, and turns it on again. */
export async function changeWebhook(
  desk: WebhookDesk,
  viewer: Session,
  { id, url, events }: WebhookInput & { id: number },
) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    const before = await requireWebhook(tx, viewer, id)
    requireAddress(url, desk.allowsPrivate)
    await tx.query(updateWebhook({ id, url, events }))
    await recordStaffAction(tx, viewer.id, {
      act: 'webhook.changed',
      itemId: id,
      itemName: before.network,
      before: shown(before),
      after: shown({ url, events }),
    })
  })
}

export const newSecret = (desk: WebhookDesk, viewer: Session, id: number): Promise<string> =>
  transaction(desk.pool, desk.bus, async (tx) => {
    const { network } = await requireWebhook(tx, viewer, id)
    const salt = newSalt()
    await tx.query(replaceSalt({ id, salt }))
    await recordStaffAction(tx, viewer.id, { act: 'webhook.secret_replaced', itemId: id, itemName: network })
    return webhookSecret(desk.secret, salt)
  })

export async function removeWebhook(desk: WebhookDesk, viewer: Session, id: number) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    const before = await requireWebhook(tx, viewer, id)
    await tx.query(deleteWebhook({ id }))
    await recordStaffAction(tx, viewer.id, {
      act: 'webhook.removed',
      itemId: id,
      itemName: before.network,
      before: shown(before),
    })
  })
}

export const listDeliveries = (desk: WebhookDesk, viewer: Session, id: number) =>
  transaction(desk.pool, desk.bus, async (tx) => {
    await requireWebhook(tx, viewer, id)
    return (await tx.query(selectDeliveries({ webhookId: id }))).rows
  })

export async function resend(desk: WebhookDesk, viewer: Session, id: number) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    const { rows } = await tx.query<{ webhook_id: number }>(webhookOfDelivery({ id }))
    if (!rows[0]) throw missing()
    const { disabled_at } = await requireWebhook(tx, viewer, rows[0].webhook_id)
    if (disabled_at)
      throw problem('webhooks.disabled', { message: 'This webhook is off. Save it to turn it on.', status: 400 })
    await tx.query(resendDelivery({ id }))
  })
}
