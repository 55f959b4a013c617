import { describe, each, leftOut, SECRET, type PersonalData } from '#server/platform/personal-data.ts'

const PAID = 'a payment under way; what was paid is in the copy as payments'

export const membershipPersonalData: PersonalData = [
  describe(
    'team_memberships',
    each('id team_id user_id is_billing_admin created_at', leftOut('the seat in a team', 'self')),
  ),
  describe(
    'checkouts',
    each('id team_id user_id provider ref url amount state expires_at created_at return_path seats', leftOut(PAID)),
  ),
  describe('billing_portal_sessions', each('user_id url errors created_at', leftOut(SECRET))),
]
