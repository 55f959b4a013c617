/** Operations for staff only. For everyone else they respond as if the target did not exist. */
import type { Outcome, Ownership, Role, Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
  readsThread(role: Role, of: Ownership): boolean
  ofThread(variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row
}

export const moderationRows = ({ signedIn, ofThread, readsThread }: Kit): Record<string, Row> => {
  const forStaff = (variables: Record<string, unknown>, outcome: Outcome): Row => {
    const row = signedIn(variables)
    return {
      ...row,
      outcome: (role, of) => {
        const usual = row.outcome(role, of)
        if (usual !== 'data') return usual
        return role === 'staff' ? outcome : 'code moderation.not_found'
      },
    }
  }
  // Each operation gets its own threads, because a sampled run may call one without the other.
  const closing = (isDone: (of: Ownership) => boolean): Row => ({
    ...ofThread(
      (thread_id) => ({ thread_id, reason: 'From the matrix' }),
      (role, of) => (role === 'staff' && !['unknown', 'removed'].includes(of) && isDone(of) ? 'data' : 'missing'),
    ),
    consumes: true,
  })
  return {
    GetModerationQueue: signedIn(),
    GetModerationAudit: signedIn(),
    GetStaffActs: signedIn(),
    GetStaffActChoices: signedIn(),
    GetSecurityEvents: signedIn(),
    ClaimModerationItem: forStaff(
      { item_type: 'message', item_id: 9_007_199_254_740_991 },
      'code moderation.not_found',
    ),
    ModerateItems: forStaff({ act: 'approve', message_ids: [9_007_199_254_740_991] }, 'code moderation.decided'),
    GetBlockedMembers: signedIn(),
    BlockMember: {
      ...signedIn({ user_id: 9_007_199_254_740_991 }),
      outcome: (role, of) => (signedIn().outcome(role, of) === 'data' ? 'code people.not_found' : 'unauthenticated'),
    },
    UnblockMember: signedIn({ user_id: 9_007_199_254_740_991 }),
    GetAnonymityMeter: signedIn({ text: 'From the matrix' }),
    GetWaitingPosts: signedIn(),
    GetAnonymousDelay: signedIn(),
    PostAnonymously: ofThread(
      (thread_id) => ({ thread_id, body: '<p>From the matrix.</p>' }),
      (role, of) => {
        if (!readsThread(role, of) || of === 'removed') return 'missing'
        if (role === 'expired') return 'code discussions.membership_ended'
        // Only the anonymous author of a thread may do this; no thread here has one.
        return of === 'closed' ? 'code discussions.closed' : 'code discussions.not_anonymous'
      },
    ),
    WithdrawWaitingPost: {
      ...signedIn({ id: 9_007_199_254_740_991 }),
      outcome: (role, of) =>
        signedIn().outcome(role, of) === 'data' ? 'code discussions.not_waiting' : 'unauthenticated',
    },
    RevealAnonymousAuthor: forStaff(
      { message_id: 9_007_199_254_740_991, reason: 'From the matrix' },
      'code moderation.not_found',
    ),
    GetReports: signedIn(),
    ResolveReport: forStaff(
      { id: 9_007_199_254_740_991, resolution: 'kept', reason: 'From the matrix' },
      'code moderation.not_found',
    ),
    ReportContent: ofThread(
      (content_id) => ({ type: 'thread', content_id, reason: 'other', additional_details: 'From the matrix.' }),
      (role, of) => {
        if (!readsThread(role, of)) return 'missing'
        return of === 'own' ? 'code moderation.own' : 'data'
      },
    ),
    CloseThread: closing((of) => of !== 'closed'),
    ReopenThread: closing((of) => of === 'closed'),
  }
}
