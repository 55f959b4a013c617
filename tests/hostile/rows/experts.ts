/** Who may search, read, name and recommend experts. */
import type { Role, Row } from '../matrix.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
  ofThread: (variables: Row['variables'], outcome: Row['outcome']) => Row
}

// A thread that is hidden names nobody, as one does that is unknown; what each reader gets is in tests/api.
export const expertRows = ({ hasSession, signedIn, ofThread }: Kit): Record<string, Row> => ({
  ExpertsSearch: signedIn({ search_text: 'a' }),
  GetRecommendationsByUser: signedIn({ user_id: 1 }),
  ExpertsThreadSearch: ofThread(
    (thread_id) => ({ thread_id, search_text: 'a' }),
    () => 'data',
  ),
  GetRecommendationSummary: ofThread(
    (thread_id) => ({ thread_id }),
    () => 'data',
  ),
  GetThreadVendorDeals: ofThread(
    (thread_id) => ({ thread_id }),
    () => 'data',
  ),
  RecommendExpert: {
    about: 'nothing',
    variables: () => ({
      expert: { new_expert: { name: 'From the matrix', type: 'company' } },
      message: 'Good work.',
      areas_of_expertise: [1],
    }),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'expired' ? 'code experts.membership_ended' : 'data'
    },
  },
})
