import {
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  WORKED_OUT,
  type Erase,
  type PersonalColumn,
  type PersonalColumns,
  type PersonalData,
} from '#server/platform/personal-data.ts'
import { PROFILE_FIELDS, type ColumnOf } from '#shared/profile-fields.ts'
import { FORMER_MEMBER } from '#shared/settings.ts'

type Cleared = Exclude<Erase, 'keep' | 'row'>

/** A profile field; `shared/profile-fields.ts` defines who can see it. */
const field = (name: ColumnOf<'users'>, erase: Cleared = 'null'): PersonalColumn => ({
  export: 'profile',
  erase,
  visibleTo: PROFILE_FIELDS[name].visibleTo,
})
/** Exported; cleared when the member leaves, while the row stays. */
const own = (erase: Cleared, visibleTo: PersonalColumn['visibleTo'] = 'self'): PersonalColumn => ({
  export: 'profile',
  erase,
  visibleTo,
})
const inside = (because: string, erase: Erase, visibleTo: PersonalColumn['visibleTo'] = 'nobody'): PersonalColumn => ({
  export: false,
  because,
  erase,
  visibleTo,
})

/** Every catalog field must have an entry here; a missing one is a type error. */
const FIELDS: Readonly<Record<ColumnOf<'users'>, PersonalColumn>> = {
  first_name: field('first_name', { set: `'${FORMER_MEMBER[0]}'` }),
  last_name: field('last_name', { set: `'${FORMER_MEMBER[1]}'` }),
  pronouns: field('pronouns'),
  title: field('title'),
  bio: field('bio'),
  linkedin: field('linkedin'),
  twitter_url: field('twitter_url'),
  status: field('status'),
  city: field('city'),
  state: field('state'),
  country: field('country'),
  gender_identity: field('gender_identity'),
  year_started_profession: field('year_started_profession'),
  num_of_direct_reports: field('num_of_direct_reports'),
}

const ACCOUNT: PersonalColumns = {
  id: kept('posts refer to it; the name is gone', 'everybody', 'profile'),
  name: kept('the database makes it of the two names', 'everybody'),
  email: own({ set: `'former-' || id || '@deleted.invalid'` }),
  email_verified: inside('of the address that is in the copy', { set: 'false' }),
  secondary_email: own('null'),
  company_name: own('null', 'everybody'),
  company_id: inside('the copy has the name', 'null', 'everybody'),
  ...each('profile_pic_url profile_thumbnail_url', inside('an address that works with a session', 'null', 'everybody')),
  ...each('lat long', own('null', 'members')),
  last_online_at: own('null'),
  shown_online_until: inside('a rounded copy of last_online_at', 'null', 'everybody'),
  current_state: own({ set: `'not joined'` }, 'everybody'),
  suspended: kept('what a suspension hides stays hidden', 'everybody'),
  is_staff: inside('the role in the community', { set: 'false' }, 'everybody'),
  ...each(
    'registered on_boarding_complete onboarding_checklist_completed',
    inside('how far joining is', { set: 'false' }, 'self'),
  ),
  onboarding_checklist_times_closed: inside('how far joining is', { set: '0' }, 'self'),
  current_onboarding_step: inside('how far joining is', 'null', 'self'),
  ...each('membership_agreement_accepted terms_of_service_accepted privacy_policy_accepted', own({ set: 'false' })),
  ...each('trial_end_date full_access_exp_date', own('null')),
  next_profile_update_date: inside('when the yearly question is due', 'null', 'self'),
  date_joined: kept('without a name it counts an account', 'members', 'profile'),
  updated_at: inside(WORKED_OUT, { set: 'now()' }),
  ...each('invite_code card_status default_membership_id', inside('a reference of the membership', 'null', 'self')),
  nominator_name: own('null'),
  listserv_email_preference: own({ set: `'default'` }),
  time_zone: own({ set: `'UTC'` }),
  shows_presence: own({ set: 'true' }),
}

const CHOSEN =
  'employment_status_id chapter_id live_event_chapter_ids interest_ids industry_ids industry_group_ids area_of_expertise_ids previous_practice law_school_id recent_law_firm_id year_started_inhouse law_firm_ids area_of_responsibility_ids additional_area_ids'

export const peoplePersonalData: PersonalData = [
  describe('users', { ...ACCOUNT, ...FIELDS }, { owner: 'id', merge: 'erase' }),
  describe('peer_network_memberships', {
    ...each('peer_network_id is_primary joined_at', copied('networks', 'members')),
    user_id: leftOut(ID),
  }),
  describe(
    'member_preferences',
    {
      ...each(
        'feed_density keyboard_shortcuts enter_sends counts_activity shows_summaries reply_order',
        copied('preferences'),
      ),
      user_id: leftOut(ID),
    },
    { merge: 'erase' },
  ),
  describe(
    'profiles',
    {
      ...each(CHOSEN, copied('profile_lists', 'members')),
      user_id: leftOut(ID),
      ...each(
        'is_listed is_shown network_ids shown_area_ids shown_areas name_key words document bio_words traits listed_at',
        leftOut(WORKED_OUT),
      ),
    },
    { merge: 'erase' },
  ),
  describe(
    'directory_facts',
    each(
      'user_id network_ids name_key is_staff date_joined listed_at area_ids industry_ids traits law_school_id chapter_id company_id company_type_id company_size company_stage company_industry_ids city country city_key lat long',
      leftOut(WORKED_OUT),
    ),
  ),
  describe('directory_places', each('place user_id name_key', leftOut(WORKED_OUT))),
  describe(
    'bar_qualifications',
    {
      ...each('state year_passed upload_date', copied('bar_qualifications', 'members')),
      bar_number: copied('bar_qualifications'),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
  describe(
    'profile_pictures',
    each('user_id key picture_key thumbnail_key created_at', leftOut('where the photo lies', 'everybody')),
  ),
  describe(
    'user_surveys',
    {
      ...each('answers source placement created_at cancelled_at', copied('surveys')),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.created_at, x.id' },
  ),
  describe('user_follows', {
    ...each('followed_user_id created_at', copied('followed_members', 'members')),
    user_id: leftOut(ID),
  }),
  describe('member_blocks', {
    ...each('blocked_user_id created_at', copied('blocked_members')),
    user_id: leftOut(ID),
  }),
  describe(
    'profile_views',
    { ...each('viewed_user_id viewed_at', copied('viewed_members')), user_id: leftOut(ID) },
    { order: 'x.viewed_at' },
  ),
  describe(
    'passed_connections',
    each('user_id passed_user_id passed_at', leftOut('which suggestions not to repeat', 'self')),
    { merge: 'move' },
  ),
  describe(
    'directory_searches',
    {
      ...each('name filters has_alert created_at', copied('kept_searches')),
      ...each('id user_id checked_at', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
]
