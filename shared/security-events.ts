/** The kinds of security events that are recorded, with their labels for staff. */
export const SECURITY_EVENTS = {
  'sign_in.failed': 'Sign-in failed',
  'sign_in.refused': 'Sign-in refused for now',
  'sign_in.locked': 'Sign-in slowed down for an account',
  'second_step.failed': 'Second step failed',
  'session.revoked': 'Session ended by its member or by staff',
  'token.created': 'Access token created',
  'token.revoked': 'Access token revoked',
  'permission.refused': 'Permission refused',
  'staff.acted': 'Staff action',
  'staff.read': 'Private words read by staff',
  'data.exported': 'Copy of data requested',
} as const

export type SecurityEventKind = keyof typeof SECURITY_EVENTS

export const SECURITY_EVENTS_PAGE = 50
/** Counting stops here: exact counts beyond this take long, and staff do not need them. */
export const SECURITY_EVENTS_COUNTED = 10_000
