/** Searching, liking, following and hiding threads. */
import type { Ownership, Outcome, Role, Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
  ofThread(variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row
  readsThread(role: Role, of: Ownership): boolean
}

export const readingRows = ({ signedIn, ofThread, readsThread }: Kit): Record<string, Row> => ({
  ...lists(signedIn),
  ...acts({ ofThread, readsThread }),
})

const lists = (signedIn: Kit['signedIn']): Record<string, Row> => ({
  SearchFilterFeed: signedIn(),
  GetTrendingThread: signedIn(),
  userReplies: signedIn({ user_id: 1 }),
  userLikes: signedIn(),
  getUserInteractions: signedIn({ user_id: 1 }),
  getInteractionsCount: signedIn({ user_id: 1 }),
  FollowThreadsById: signedIn({ user_id: 1 }),
  UnreadFollowed: signedIn(),
  MarkAllThreadsRead: signedIn({ undo: true }),
  UpdateDisplayPreferences: signedIn({ keyboard_shortcuts: true }),
})

function acts({ ofThread, readsThread }: Pick<Kit, 'ofThread' | 'readsThread'>): Record<string, Row> {
  const present = (role: Role, of: Ownership): Outcome =>
    readsThread(role, of) && of !== 'removed' ? 'data' : 'missing'
  const act = ofThread((thread_id) => ({ thread_id }), present)
  return {
    FollowThread: act,
    UnfollowThread: act,
    HideThread: act,
    UnhideThread: act,
    ThreadStanding: ofThread(
      (thread_id) => ({ thread_id }),
      (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
    ),
    GetRelatedThreads: ofThread(
      (thread_id) => ({ thread_id }),
      (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
    ),
    GetLikes: ofThread(
      (entity_id) => ({ entity_type: 'thread', entity_id }),
      () => 'data',
    ),
    LikeEntity: ofThread(
      (entity_id) => ({ likes: [{ entity_type: 'thread', entity_id, sentiment: true }] }),
      (role, of) => {
        if (!readsThread(role, of) || of === 'removed') return 'missing'
        return of === 'own' ? 'code discussions.like_own' : 'data'
      },
    ),
  }
}
