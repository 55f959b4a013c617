import {
  BY_STAFF,
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  type PersonalData,
} from '#server/platform/personal-data.ts'

const SHARED = 'shared with the community, which keeps it without the name'

export const documentsPersonalData: PersonalData = [
  describe(
    'peer_documents',
    {
      ...each('title description type state date_created date_uploaded', kept(SHARED, 'members', 'documents')),
      company: { export: 'documents', erase: 'null', visibleTo: 'members' },
      submitter_id: { export: false, because: ID, erase: 'null', visibleTo: 'members' },
      reason: { export: 'documents', erase: 'null', visibleTo: 'self' },
      ...each(
        'id is_anonymous is_featured featured_banner is_watermarked available_from current_version_id words words_of_pages network_ids',
        kept(BY_STAFF, 'members'),
      ),
    },
    { owner: 'submitter_id', order: 'x.date_created' },
  ),
  describe(
    'document_submitters',
    { document_id: copied('documents_without_name'), user_id: leftOut(ID) },
    { order: 'x.document_id' },
  ),
  describe('document_reveals', each('document_id staff_id reason revealed_at', leftOut(BY_STAFF, 'staff')), {
    owner: 'staff_id',
  }),
  describe(
    'document_requests',
    {
      ...each('document_title request state moderated_date date_created', copied('document_requests', 'members')),
      ...each('id requester_id', leftOut(ID, 'members')),
    },
    { owner: 'requester_id', order: 'x.id' },
  ),
  describe(
    'document_views',
    { ...each('document_id viewed_at', copied('documents_viewed')), user_id: leftOut(ID) },
    { order: 'x.viewed_at' },
  ),
  describe(
    'document_checks',
    {
      ...each('outcome removed questions findings checked_at', copied('document_checks')),
      ...each('id user_id upload_key', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
]
