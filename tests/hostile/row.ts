/** The parts of a matrix row: the role that calls, the ownership of the target, and the expected outcome. */
import { demoMembers } from '../demo-members.ts'

export const ROLES = {
  anonymous: null,
  member: demoMembers.member,
  peer: demoMembers.peer,
  otherNetwork: demoMembers.finance,
  newcomer: demoMembers.newcomer,
  trial: demoMembers.trial,
  groupAdmin: demoMembers.groupAdmin,
  billing: demoMembers.billing,
  staff: demoMembers.staff,
  suspended: demoMembers.suspended,
  expired: 'frank@members.test',
  notJoined: 'teodor@members.test',
} as const
export type Role = keyof typeof ROLES

/** Whose thread the call targets, and the thread's state. */
export const OWNERSHIPS = [
  'own',
  'sameNetwork',
  'elsewhere',
  'heldBack',
  'rejected',
  'removed',
  'closed',
  'unknown',
] as const
export type Ownership = (typeof OWNERSHIPS)[number]

const OUTSIDE: readonly Role[] = ['anonymous', 'suspended', 'notJoined']
const LEGAL: readonly Role[] = ['member', 'peer', 'newcomer', 'trial', 'groupAdmin', 'billing', 'staff']

export const hasSession = (role: Role) => !OUTSIDE.includes(role)

export function readsThread(role: Role, of: Ownership): boolean {
  if (!hasSession(role) || of === 'unknown') return false
  if (role === 'staff' || of === 'own') return true
  if (of === 'elsewhere') return role === 'otherNetwork'
  return ['sameNetwork', 'closed'].includes(of) && LEGAL.includes(role)
}

export type Outcome = 'data' | 'missing' | 'unauthenticated' | `code ${string}`
export interface Row {
  /**
   * 'thread', 'message': one call per ownership, with the id of the thread or its opening message. 'nothing': one call.
   */
  about: 'thread' | 'message' | 'nothing'
  /** A successful call uses up its target, so each role gets its own threads. */
  consumes?: boolean
  variables(target: number): Record<string, unknown>
  outcome(role: Role, of: Ownership): Outcome
}

export const signedIn = (variables: Record<string, unknown> = {}): Row => ({
  about: 'nothing',
  variables: () => variables,
  outcome: (role) => (hasSession(role) ? 'data' : 'unauthenticated'),
})
export const ofThread = (variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row => ({
  about: 'thread',
  variables,
  outcome: (role, of) => (hasSession(role) ? outcome(role, of) : 'unauthenticated'),
})

/** Helpers with which the files in rows/ build their rows. */
export interface Kit {
  signedIn: typeof signedIn
  ofThread: typeof ofThread
  readsThread: typeof readsThread
}
