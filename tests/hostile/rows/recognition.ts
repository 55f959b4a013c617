/** Badges and titles: one's own, those shown on profiles, and those that only staff award. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 9_007_199_254_740_991
const RULE = { type_of_badge: 'staff', tier: 1, description: 'From the matrix', index: 999 }

// Staff lists are empty for others; tests/api checks what each reader gets.
export const recognitionRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? `code recognition.${code}` : 'unauthenticated'),
  })
  const ofStaff = (variables: Record<string, unknown>, code: string): Row => ({
    ...refused(variables, 'not_found'),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'staff' ? `code recognition.${code}` : 'code recognition.not_found'
    },
  })
  return {
    GetBadges: signedIn({ user_id: UNKNOWN }),
    GetCommunityTitles: signedIn(),
    AcceptCommunityTitles: refused({ community_title_ids: [UNKNOWN] }, 'title_not_found'),
    IgnoreCommunityTitles: refused({ community_title_ids: [UNKNOWN] }, 'title_not_found'),
    UpdateBadgeNotification: refused({ badge_id: UNKNOWN, public: true }, 'badge_not_found'),
    GetBadgeList: signedIn(),
    GetBadgeAwards: signedIn(),
    GetTitleOffers: signedIn(),
    SaveBadge: ofStaff({ badge: { ...RULE, num_required: 3 } }, 'badge'),
    AwardBadge: ofStaff({ badge_id: 1, user_id: UNKNOWN }, 'member_not_found'),
    WithdrawBadge: refused({ badge_id: 1, user_id: UNKNOWN }, 'not_found'),
    OfferCommunityTitle: ofStaff({ user_id: UNKNOWN, label: 'From the matrix', rank: 5 }, 'member_not_found'),
    WithdrawCommunityTitle: refused({ id: UNKNOWN }, 'not_found'),
  }
}
