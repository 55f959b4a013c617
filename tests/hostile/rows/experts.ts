/** Who may search, read, name and recommend experts. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
  ofThread: (variables: Row['variables'], outcome: Row['outcome']) => Row
}

// A hidden thread returns no experts, like an unknown one; tests/api checks what each reader gets.
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
  SearchFilterExperts: signedIn({ search: 'a' }),
  SearchFilterExpertsPreview: signedIn({ search: 'a' }),
  SearchFilterCompanyTypes: signedIn(),
  GetExpertProfile: signedIn({ id: 1 }),
  GetPeopleInCompany: signedIn({ company_id: 1 }),
  GetExpertsAlike: signedIn({ name: 'Maria Lopez' }),
  GetLastCompanyMentions: signedIn({ company_id: 1 }),
  GetCompanyMentions: signedIn({ company_id: 1 }),
  GetAnswerableRequests: signedIn(),
  GetReceivedRecommendations: signedIn(),
  // Staff lists are empty for others; tests/api checks what each reader gets.
  GetExpertDuplicates: signedIn(),
  GetExpertMerges: signedIn(),
  GetKeptDeals: signedIn(),
  SaveVendorDeal: {
    about: 'nothing',
    variables: () => ({
      expert_id: 999_999,
      deal: {
        short_text: 'From the matrix',
        platform_description: '',
        vendor_emails: [],
        show_in_thread_details: false,
        show_in_vendor_page: false,
      },
    }),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'staff' ? 'code experts.deal_vendor' : 'code experts.not_here'
    },
  },
  TriggerVendorConnection: {
    about: 'nothing',
    variables: () => ({ vendor_deal_id: 999_999, consent: true }),
    outcome: (role) => (hasSession(role) ? 'code experts.deal_not_found' : 'unauthenticated'),
  },
  MergeExperts: {
    about: 'nothing',
    variables: () => ({ from_id: 999_998, into_id: 999_999, reason: 'One and the same.' }),
    outcome: (role) => (hasSession(role) ? 'code experts.not_here' : 'unauthenticated'),
  },
  UndoExpertMerge: {
    about: 'nothing',
    variables: () => ({ id: 999_999 }),
    outcome: (role) => (hasSession(role) ? 'code experts.not_here' : 'unauthenticated'),
  },
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
