/** Statements for single sign-on. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { isAccountHolder } from '#server/platform/session/account-states.ts'

export interface Provider {
  id: number
  peer_network_id: number
  name: string
  issuer: string
  client_id: string
  client_secret: string
  updated_at: Date
}

/** For visitors: names only. */
export const selectEnabledProviders = statement(
  'select-enabled-single-sign-on-providers',
  {},
  () => sql`select id, name from single_sign_on_providers where enabled order by name, id limit 20`,
)
export const selectEnabledProvider = statement(
  'select-enabled-single-sign-on-provider',
  { id: 'bigint' },
  (p) => sql`select id, peer_network_id, name, issuer, client_id, client_secret, updated_at
    from single_sign_on_providers where id = ${p.id} and enabled`,
)

export interface FoundMember {
  user_id: number
  /** Null the first time. */
  identity_id: number | null
  refusal: 'account' | 'staff' | 'not_a_member' | 'other_networks' | null
}
/**
 * The member of a subject, or of the email address if the subject is new. A provider speaks for the members of its
 * network only: never for staff, and not for whoever is in another network as well.
 */
export const selectMemberOfSubject = statement(
  'select-member-of-single-sign-on',
  { providerId: 'bigint', networkId: 'bigint', subject: 'text', email: 'citext' },
  (p) => sql`
    with known as (
      select i.id, i.user_id from single_sign_on_identities i
      where i.provider_id = ${p.providerId} and i.subject = ${p.subject} and i.confirmed_at is not null)
    select u.id as user_id, k.id as identity_id, case
      when not (${isAccountHolder(sql`u`)}) then 'account'
      when u.is_staff then 'staff'
      when not exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = ${p.networkId})
        then 'not_a_member'
      when exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id <> ${p.networkId})
        then 'other_networks'
      end as refusal
    from users u left join known k on k.user_id = u.id
    where k.id is not null or (u.email = ${p.email} and not exists (select from known))`,
)
export const insertIdentity = statement(
  'insert-single-sign-on-identity',
  { providerId: 'bigint', subject: 'text', userId: 'bigint' },
  (p) => sql`insert into single_sign_on_identities (provider_id, subject, user_id)
    values (${p.providerId}, ${p.subject}, ${p.userId}) returning id`,
)
export const useIdentity = statement(
  'use-single-sign-on-identity',
  { id: 'bigint' },
  (p) => sql`
    with before as (select id, confirmed_at is null as is_new from single_sign_on_identities where id = ${p.id} for update)
    update single_sign_on_identities i set confirmed_at = coalesce(i.confirmed_at, now()), last_used_at = now()
    from before where i.id = before.id returning before.is_new`,
)
/** A person has one subject at a provider, and a subject is one person: the newest confirmation counts. */
export const deleteRivalIdentities = statement(
  'delete-rival-single-sign-on-identities',
  { id: 'bigint' },
  (p) => sql`
    delete from single_sign_on_identities i using single_sign_on_identities c
    where c.id = ${p.id} and i.id <> c.id and i.provider_id = c.provider_id
      and (i.subject = c.subject or i.user_id = c.user_id)`,
)

export const selectOwnIdentities = statement(
  'select-own-single-sign-on-identities',
  { userId: 'bigint' },
  (p) => sql`select i.id, p.name, i.confirmed_at as created_at, i.last_used_at
    from single_sign_on_identities i join single_sign_on_providers p on p.id = i.provider_id
    where i.user_id = ${p.userId} and i.confirmed_at is not null order by p.name, i.id limit 50`,
)
export const deleteIdentity = statement(
  'delete-single-sign-on-identity',
  { id: 'bigint', userId: 'bigint' },
  (p) =>
    sql`delete from single_sign_on_identities where id = ${p.id} and user_id = ${p.userId} and confirmed_at is not null`,
)

/** What staff see of a provider: never its secret. */
export interface ProviderRow {
  id: number
  peer_network_id: number
  network: string
  name: string
  issuer: string
  client_id: string
  has_secret: boolean
  enabled: boolean
  num_of_members: number
}
const staffRow = sql`p.id, p.peer_network_id, n.display_name as network, p.name, p.issuer, p.client_id,
  p.client_secret is not null as has_secret, p.enabled, (
    select count(*)::integer from single_sign_on_identities i where i.provider_id = p.id and i.confirmed_at is not null) as num_of_members`
/** `all`: of every network, otherwise of `networks`. */
export const selectProviders = statement(
  'select-single-sign-on-providers',
  { all: 'boolean', networks: 'bigint[]' },
  (p) => sql`
    select ${staffRow} from single_sign_on_providers p join peer_networks n on n.id = p.peer_network_id
    where ${p.all} or p.peer_network_id = any(${p.networks}) order by n.display_name, p.name, p.id limit 500`,
)
export const selectNetworksOfProviders = statement(
  'select-networks-for-single-sign-on',
  { all: 'boolean', networks: 'bigint[]' },
  (p) =>
    sql`select id, display_name from peer_networks where ${p.all} or id = any(${p.networks}) order by display_name limit 500`,
)
export const lockProvider = statement(
  'lock-single-sign-on-provider',
  { id: 'bigint' },
  (p) => sql`
    select ${staffRow}, p.client_secret from single_sign_on_providers p join peer_networks n on n.id = p.peer_network_id
    where p.id = ${p.id} for update of p`,
)
export const lockNetworkOfProviders = statement(
  'lock-network-of-single-sign-on',
  { networkId: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.networkId} for update`,
)
/** After the lock on the network: a statement that waits for a lock counts what was there before. */
export const countProviders = statement(
  'count-single-sign-on-providers',
  { networkId: 'bigint' },
  (p) =>
    sql`select count(*)::integer as num_of_providers from single_sign_on_providers where peer_network_id = ${p.networkId}`,
)
export const insertProvider = statement(
  'insert-single-sign-on-provider',
  { networkId: 'bigint', name: 'text', issuer: 'text' },
  (p) => sql`insert into single_sign_on_providers (peer_network_id, name, issuer)
    values (${p.networkId}, ${p.name}, ${p.issuer}) returning id`,
)
export const updateProvider = statement(
  'update-single-sign-on-provider',
  { id: 'bigint', name: 'text', issuer: 'text', clientId: 'text', clientSecret: 'text', enabled: 'boolean' },
  (p) => sql`update single_sign_on_providers set name = ${p.name}, issuer = ${p.issuer}, client_id = ${p.clientId},
    client_secret = ${p.clientSecret}, enabled = ${p.enabled}, updated_at = now() where id = ${p.id}`,
)
/** Another issuer is another company: what it calls a person says nothing about whom the first one meant. */
export const deleteIdentitiesOfProvider = statement(
  'delete-identities-of-single-sign-on-provider',
  { providerId: 'bigint' },
  (p) => sql`delete from single_sign_on_identities where provider_id = ${p.providerId}`,
)
export const deleteProvider = statement(
  'delete-single-sign-on-provider',
  { id: 'bigint' },
  (p) => sql`delete from single_sign_on_providers where id = ${p.id}`,
)
