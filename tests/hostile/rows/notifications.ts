/** Notifications are private: members can access all of their own and none of anyone else's. */
import type { Outcome, Ownership, Role, Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
  ofThread(variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row
  readsThread(role: Role, of: Ownership): boolean
}

const UNKNOWN = 9_007_199_254_740_991

export const notificationRows = ({ signedIn, ofThread, readsThread }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, outcome: Outcome): Row => ({
    ...signedIn(variables),
    outcome: (role, of) => (signedIn().outcome(role, of) === 'data' ? outcome : 'unauthenticated'),
  })
  const muting = ofThread(
    (thread_id) => ({ thread_id }),
    (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
  )
  return {
    Notifications: signedIn(),
    NotificationById: signedIn({ id: UNKNOWN }),
    MembershipRenewalNotification: signedIn(),
    UnreadNotificationCount: signedIn(),
    UnseenNotificationCount: signedIn(),
    LastNotificationId: signedIn(),
    ToggleNotificationRead: refused({ id: UNKNOWN }, 'code notifications.not_found'),
    ReadAllNotifications: signedIn(),
    MarkAllNotificationsSeen: signedIn(),
    GetNotificationPreferences: signedIn(),
    UpdatePushPreferences: signedIn({ preferences: {} }),
    GetMutedThreads: signedIn(),
    MuteThread: muting,
    UnmuteThread: muting,
    RegisterPushDevice: refused({ kind: 'web', endpoint: 'https://127.0.0.1/' }, 'code notifications.push_service'),
    RemovePushDevice: signedIn({ endpoint: 'https://127.0.0.1/' }),
    ClearPushCount: signedIn(),
  }
}
