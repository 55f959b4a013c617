import { BY_STAFF, copied, describe, each, ID, kept, leftOut, type PersonalData } from './personal-data.ts'

const RETRY = 'remembers for seven days which request was answered, so that a retry is not done twice'
const SECURITY = 'shows an attack, also on an account that was deleted since; deleted after SECURITY_EVENTS_DAYS'
const COUNTED = 'counts how much was posted, to slow floods'

export const platformPersonalData: PersonalData = [
  describe(
    'uploads',
    {
      ...each('name file_type size created_at', copied('uploads')),
      ...each('key user_id', leftOut(ID)),
      ...each('storage_key preview_key width height used_at', leftOut('where the file lies, and how it is shown')),
    },
    { order: 'x.created_at' },
  ),
  describe('idempotency_keys', each('user_id key operation fingerprint result created_at', leftOut(RETRY))),
  describe('limit_hits', each('id user_id kind day times first_at last_at', leftOut(COUNTED, 'staff'))),
  describe('limited_acts', each('user_id kind acted_at', leftOut(COUNTED))),
  describe('security_events', each('id kind user_id ip_address device facts at', kept(SECURITY, 'staff')), {
    merge: 'stay',
  }),
  describe('staff_acts', each('id actor_id act item_id item_name before after at', kept(BY_STAFF, 'staff')), {
    owner: 'actor_id',
  }),
]
