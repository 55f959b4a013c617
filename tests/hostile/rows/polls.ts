/** Polls, and the suggestions for a member who is about to ask. */
import type { Outcome, Ownership, Role, Row } from '../row.ts'

interface Kit {
  signedIn: (variables?: Record<string, unknown>) => Row
  hasSession: (role: Role) => boolean
  ofThread: (variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome) => Row
  readsThread: (role: Role, of: Ownership) => boolean
}

/** In these tests, the poll of a thread and its first option have the id of the thread. */
export const pollRows = ({ signedIn, hasSession, ofThread, readsThread }: Kit): Record<string, Row> => ({
  ActivePolls: signedIn(),
  SuggestThreads: signedIn({ topic: 'The source code of the board' }),
  CreationNetworks: signedIn({ thread_type: 'recommendation_request' }),
  CreatePoll: {
    about: 'nothing',
    variables: () => ({ title: 'From the matrix', options: ['One', 'Two'] }),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'expired' ? 'code discussions.network_refused' : 'data'
    },
  },
  PollById: ofThread(
    (id) => ({ id }),
    (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
  ),
  // No one has voted yet.
  ViewPollResults: ofThread(
    (poll_id) => ({ poll_id }),
    (role, of) => {
      if (!readsThread(role, of)) return 'missing'
      const sees = role === 'staff' || ['own', 'closed', 'removed'].includes(of)
      return sees ? 'data' : 'code discussions.results_hidden'
    },
  ),
  VotePoll: ofThread(
    (id) => ({ poll_id: id, option_id: id }),
    (role, of) => {
      if (!readsThread(role, of)) return 'missing'
      if (role === 'expired') return 'code discussions.membership_ended'
      return ['closed', 'removed'].includes(of) ? 'code discussions.poll_ended' : 'data'
    },
  ),
})
