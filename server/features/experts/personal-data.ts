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

const SHARED = 'the page of the expert belongs to the community'
const RECOMMENDATION = 'others rely on it: recommendations stay, under “Former member”'

export const expertsPersonalData: PersonalData = [
  describe(
    'expert_recommendations',
    {
      ...each(
        'id expert_id message affiliation pub_date removed_at',
        kept(RECOMMENDATION, 'members', 'recommendations'),
      ),
      ...each('author_id cleaned_message channels', kept(RECOMMENDATION, 'members')),
    },
    { owner: 'author_id' },
  ),
  describe(
    'vendor_connections',
    {
      ...each('vendor_deal_id message consented_at mailed_at', copied('vendor_connections')),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
  describe(
    'experts',
    each(
      'id type name first_name last_name company_id normalised_name search_name mention_count channels created_by created_at price listed_channels merged_into',
      kept(SHARED, 'members'),
    ),
    { owner: 'created_by' },
  ),
  describe(
    'expert_merges',
    each('id from_id into_id actor_id reason at moved undone_at undone_by', kept(BY_STAFF, 'staff')),
    {
      owner: 'actor_id',
    },
  ),
  describe(
    'vendor_deals',
    each(
      'id expert_id short_text platform_description logos show_in_thread_details show_in_vendor_page vendor_emails vendor_first_name updated_at updated_by',
      kept(BY_STAFF, 'members'),
    ),
    { owner: 'updated_by' },
  ),
]
