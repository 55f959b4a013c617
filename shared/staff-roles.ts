/**
 * Roles of staff, and what each allows. A role holds for all networks or for one. Only this table decides: pages,
 * operations and the access files ask for a permission, never for a role.
 */

export const STAFF_ROLES = ['owner', 'moderator', 'membership', 'content', 'finance'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const ROLE_LABELS: Record<StaffRole, string> = {
  owner: 'Owner',
  moderator: 'Moderator',
  membership: 'Membership',
  content: 'Content',
  finance: 'Finance',
}

/** Which roles have a permission. */
const ROLES_OF = {
  /** Review posts and reports, read what is reported, reveal anonymous authors with a reason. */
  moderation: ['owner', 'moderator'],
  /** Find, suspend and change accounts; invitations. */
  members: ['owner', 'membership'],
  /** Documents, events, series, experts, guides, texts, lists. */
  content: ['owner', 'content'],
  /** Networks, their access to each other, prices, mailing lists. */
  networks: ['owner'],
  /** Teams, subscriptions and invoices. */
  finance: ['owner', 'finance'],
  figures: ['owner', 'moderator', 'membership', 'content', 'finance'],
  /** Settings, features, limits, jobs, email, logs. */
  system: ['owner'],
  /** Give and end roles, approve what needs a second person. */
  roles: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof ROLES_OF
export const PERMISSIONS = Object.keys(ROLES_OF) as Permission[]

export const PERMISSION_LABELS: Record<Permission, string> = {
  moderation: 'Review posts and reports',
  members: 'Manage accounts and invitations',
  content: 'Edit documents, events, experts and texts',
  networks: 'Edit networks and their access to each other',
  finance: 'Manage teams and billing',
  figures: 'Read figures',
  system: 'Change settings and features, see jobs and logs',
  roles: 'Give roles and approve requests',
}

export interface StaffGrant {
  role: StaffRole
  /** Null: all networks. */
  network_id: number | null
}
type Grants = readonly StaffGrant[]

const has = (role: StaffRole, permission: Permission) => (ROLES_OF[permission] as readonly StaffRole[]).includes(role)

export const permissionsOf = (role: StaffRole): Permission[] => PERMISSIONS.filter((each) => has(role, each))
export const rolesWith = (permission: Permission): readonly StaffRole[] => ROLES_OF[permission]

/** In all networks. */
export const mayEverywhere = (grants: Grants, permission: Permission): boolean =>
  grants.some(({ role, network_id }) => network_id === null && has(role, permission))

/** The networks in which a role for single networks allows it. */
export const networksWith = (grants: Grants, permission: Permission): number[] => [
  ...new Set(
    grants.flatMap(({ role, network_id }) => (network_id !== null && has(role, permission) ? [network_id] : [])),
  ),
]

/** In at least one network. */
export const mayAnywhere = (grants: Grants, permission: Permission): boolean =>
  grants.some(({ role }) => has(role, permission))

/** In each of these networks; of none, only who may everywhere. */
export const mayInEach = (grants: Grants, permission: Permission, networks: readonly number[]): boolean => {
  if (mayEverywhere(grants, permission)) return true
  const held = networksWith(grants, permission)
  return networks.length > 0 && networks.every((id) => held.includes(id))
}

/** In one of these networks. */
export const mayInSome = (grants: Grants, permission: Permission, networks: readonly number[]): boolean =>
  mayEverywhere(grants, permission) || networksWith(grants, permission).some((id) => networks.includes(id))

export const isStaffRole = (text: string): text is StaffRole => (STAFF_ROLES as readonly string[]).includes(text)
