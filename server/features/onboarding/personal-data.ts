import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

const SEEN = 'which hints not to show again'

export const onboardingPersonalData: PersonalData = [
  describe('personalization_choices', {
    ...each('item_id chosen_at', copied('topics')),
    user_id: leftOut(ID),
  }),
  describe(
    'legal_acceptances',
    {
      ...each('legal_document_id accepted_at', copied('accepted_documents', 'nobody')),
      user_id: leftOut(ID),
    },
    { merge: 'erase' },
  ),
  describe('onboarding_checklist_completions', each('user_id item_id completed_at', leftOut(SEEN, 'self'))),
  describe('feature_alert_views', each('user_id alert_id viewed_at', leftOut(SEEN))),
  describe('feature_tour_views', each('user_id tour_id viewed_at', leftOut(SEEN))),
]
