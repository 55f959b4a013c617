import {
  BY_STAFF,
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  SECRET,
  type PersonalData,
} from '#server/platform/personal-data.ts'

const PROOF = 'proof of attendance, which states require providers to keep; it names no one'

export const clePersonalData: PersonalData = [
  describe(
    'cle_credits',
    {
      ...each(
        'title event_date minutes jurisdiction origin file_name file_type created_at revoked_at revoke_reason code statement signature',
        copied('cle_credits'),
      ),
      ...each('id user_id accreditation_id certificate_id file_key', leftOut(ID)),
      ...each('created_by revoked_by', leftOut(BY_STAFF, 'staff')),
    },
    { order: 'x.event_date, x.id' },
  ),
  describe('cle_codes', {
    ...each('video_id answered_at shown_at', copied('cle_codes')),
    ...each('code at_second from_second to_second', leftOut(SECRET)),
    ...each('user_id place tries', leftOut(ID)),
  }),
  describe(
    'cle_evidence',
    {
      ...each('kind facts recorded_at', kept(PROOF, 'nobody', 'cle_evidence')),
      user_id: { export: false, because: ID, erase: 'null', visibleTo: 'nobody' },
      ...each('place prev_hash hash', kept(PROOF, 'nobody')),
    },
    { order: 'x.place', merge: 'stay' },
  ),
]
