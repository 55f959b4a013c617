/** Owners keep the identity providers of their networks. A secret that was saved is never shown again. */
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { forbidden, notFound, problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { mayEverywhere, networksWith } from '#shared/staff-roles.ts'
import { PROVIDERS } from '#shared/single-sign-on.ts'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { failureOf, type OpenId } from './openid.ts'
import { redirectUriOf, secretOwner } from './single-sign-on.actions.ts'
import {
  countProviders,
  deleteIdentitiesOfProvider,
  deleteProvider,
  insertProvider,
  lockNetworkOfProviders,
  lockProvider,
  selectNetworksOfProviders,
  selectProviders,
  updateProvider,
  type ProviderRow,
} from './single-sign-on.sql.ts'

export interface ProviderDesk {
  tools: AuthContext
  openId: OpenId
  /** Addresses of our own network, and without TLS. */
  allowsPrivate: boolean
}

export interface ProviderInput {
  name: string
  issuer: string
  client_id: string
  /** Empty: the saved one stays. */
  client_secret: string
  enabled: boolean
}

interface Saved extends ProviderRow {
  client_secret: string | null
}

const missing = () => forbidden(notFound())
const refuse = (field: string, message: string) => problem('single_sign_on.field', { field, message, status: 400 })
const scopeOf = ({ grants }: Session) => ({
  all: mayEverywhere(grants, 'networks'),
  networks: networksWith(grants, 'networks'),
})

export async function listProviders({ tools }: ProviderDesk, viewer: Session) {
  const [providers, networks] = await Promise.all([
    tools.pool.query<ProviderRow>(selectProviders(scopeOf(viewer))),
    tools.pool.query<{ id: number; display_name: string }>(selectNetworksOfProviders(scopeOf(viewer))),
  ])
  return {
    providers: providers.rows.map((row) => ({ ...row, redirect_uri: redirectUriOf(tools, row.id) })),
    networks: networks.rows,
  }
}

function requireNetwork(viewer: Session, id: number) {
  try {
    requirePermission(viewer, 'networks', { networks: [id] })
  } catch {
    throw missing()
  }
}

/** Under a lock. To who may not see it, it does not exist. */
async function requireProvider(tx: Transaction, viewer: Session, id: number): Promise<Saved> {
  const { rows } = await tx.query<Saved>(lockProvider({ id }))
  if (!rows[0]) throw missing()
  requireNetwork(viewer, rows[0].peer_network_id)
  return rows[0]
}

function requireIssuer(issuer: string, allowsPrivate: boolean) {
  const words = 'Enter the address of the provider, which begins with https://.'
  if (!URL.canParse(issuer)) throw refuse('issuer', words)
  const { protocol, username, password, search, hash } = new URL(issuer)
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) throw refuse('issuer', words)
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw refuse('issuer', 'Enter the address alone, without a user name, a question mark or a number sign.')
}

export async function createProvider(
  { tools, allowsPrivate }: ProviderDesk,
  viewer: Session,
  { networkId, name, issuer }: { networkId: number; name: string; issuer: string },
): Promise<{ id: number }> {
  requireNetwork(viewer, networkId)
  requireIssuer(issuer, allowsPrivate)
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ display_name: string }>(lockNetworkOfProviders({ networkId }))
    const [network] = rows
    if (!network) throw missing()
    const counted = await tx.query<{ num_of_providers: number }>(countProviders({ networkId }))
    if (counted.rows[0]!.num_of_providers >= PROVIDERS)
      throw refuse('name', `This network has ${PROVIDERS} providers, which is the limit. Remove one first.`)
    const made = await tx.query<{ id: number }>(insertProvider({ networkId, name, issuer }))
    const { id } = made.rows[0]!
    await recordStaffAction(tx, viewer.id, {
      act: 'single_sign_on.added',
      itemId: id,
      itemName: network.display_name,
      after: { name, issuer },
    })
    return { id }
  })
}

const shown = ({ name, issuer, client_id, enabled }: Omit<ProviderInput, 'client_secret'>) => ({
  name,
  issuer,
  client_id,
  enabled,
})

/** Turns it on only if the provider answers. */
export async function changeProvider(
  desk: ProviderDesk,
  viewer: Session,
  { id, ...input }: ProviderInput & { id: number },
) {
  const { tools, openId, allowsPrivate } = desk
  const owner = secretOwner(tools, id)
  const before = await transaction(tools.pool, tools.bus, (tx) => requireProvider(tx, viewer, id))
  requireIssuer(input.issuer, allowsPrivate)
  // A secret belongs to the provider that gave it.
  const isMoved = input.issuer !== before.issuer
  const kept = isMoved || before.client_secret === null ? '' : decrypt(owner, before.client_secret).toString()
  const client_secret = input.client_secret || kept
  if (input.enabled) {
    if (input.client_id === '') throw refuse('client_id', 'Enter the client ID that the provider gave you.')
    if (client_secret === '') throw refuse('client_secret', 'Enter the client secret that the provider gave you.')
    await openId.check({ ...input, client_secret }).catch((error: unknown) => {
      const where = `${input.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
      throw refuse('issuer', `We couldn’t read ${where}: ${failureOf(error)}`)
    })
  }
  await transaction(tools.pool, tools.bus, async (tx) => {
    const now = await requireProvider(tx, viewer, id)
    if (now.issuer !== before.issuer || now.client_secret !== before.client_secret)
      throw problem('single_sign_on.changed', {
        message: 'Someone else changed this provider in the meantime. Reload the page and try again.',
        status: 409,
      })
    const { name, issuer, client_id: clientId, enabled } = input
    const clientSecret = client_secret === '' ? null : encrypt(owner, Buffer.from(client_secret))
    await tx.query(updateProvider({ id, name, issuer, clientId, clientSecret, enabled }))
    if (isMoved) await tx.query(deleteIdentitiesOfProvider({ providerId: id }))
    await recordStaffAction(tx, viewer.id, {
      act: 'single_sign_on.changed',
      itemId: id,
      itemName: before.network,
      before: shown(before),
      after: { ...shown(input), new_secret: input.client_secret !== '' },
    })
  })
}

export async function removeProvider({ tools }: ProviderDesk, viewer: Session, id: number) {
  await transaction(tools.pool, tools.bus, async (tx) => {
    const before = await requireProvider(tx, viewer, id)
    await tx.query(deleteProvider({ id }))
    await recordStaffAction(tx, viewer.id, {
      act: 'single_sign_on.removed',
      itemId: id,
      itemName: before.network,
      before: shown(before),
    })
  })
}
