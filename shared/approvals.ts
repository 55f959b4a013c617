/** Operations that need a second person, and how long a request waits. */

export const APPROVAL_DAYS = 7
export const APPROVAL_REASON_LENGTH = 2_000

/** Each calls `requireApproval` in its transaction. */
export const APPROVED_OPERATIONS = {
  SaveFeatureFlag: 'Turn a feature on or off for everyone',
  RemoveFeatureFlag: 'Remove a decision about a feature for everyone',
  GrantStaffRole: 'Make someone an owner',
  EndStaffRole: 'End the role of an owner',
  SetNetworkAccess: 'Open a network to the members of another',
  ChangeMemberEmail: 'Change the email address of a member',
  SuspendMembers: 'Suspend many members at once',
  EndMemberships: 'End many memberships of a network',
  ExportMembers: 'Export a list of members',
  EraseMember: 'Delete the account of a member',
  MergeMembers: 'Merge two accounts',
  ExportMemberData: 'Send a member a copy of their data',
} as const

/** Variables that are ids of accounts, with their names on the page: who approves must see whose they are. */
export const ACCOUNT_VARIABLES: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  ChangeMemberEmail: { id: 'Account' },
  EraseMember: { id: 'Account' },
  ExportMemberData: { id: 'Account' },
  MergeMembers: { id: 'Account that stays', other_id: 'Account that is merged into it' },
}

export type ApprovedOperation = keyof typeof APPROVED_OPERATIONS
export const isApprovedOperation = (name: string): name is ApprovedOperation => Object.hasOwn(APPROVED_OPERATIONS, name)

export const APPROVAL_NEEDED = 'approvals.needed'

/** What is wrong with the reason, or null. */
export function approvalReasonProblem(reason: string): string | null {
  const { length } = [...reason]
  if (length === 0) return 'Say why, so that the other person can decide.'
  return length > APPROVAL_REASON_LENGTH
    ? `The reason is ${length.toLocaleString('en-US')} characters long. The limit is ${APPROVAL_REASON_LENGTH.toLocaleString('en-US')}.`
    : null
}
