import {
  BY_STAFF,
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  SECRET,
  type PersonalColumn,
  type PersonalData,
} from '#server/platform/personal-data.ts'

const PROOF = 'proves that the deletion was asked for and done'
const INVITEE = 'data of the person invited, whose row goes with their own account'
/** In the inviter's export; it describes another person, so it stays in the invitation. */
const ofInvitee = (column: 'invitations' | false): PersonalColumn => kept(INVITEE, 'self', column)

export const accountPersonalData: PersonalData = [
  describe(
    'sessions',
    {
      ...each('created_at updated_at expires_at ip_address user_agent', copied('sessions')),
      token: leftOut(SECRET),
      ...each('id user_id analytics_session_id abtests keep_signed_in', leftOut(ID)),
    },
    { order: 'x.created_at', merge: 'erase' },
  ),
  describe(
    'known_devices',
    {
      ...each('first_seen_at last_seen_at', copied('known_devices')),
      device_hash: leftOut(SECRET),
      user_id: leftOut(ID),
    },
    { order: 'x.first_seen_at', merge: 'erase' },
  ),
  describe(
    'passkeys',
    {
      ...each('name created_at last_used_at', copied('passkeys')),
      ...each('credential_id public_key counter transports backed_up', leftOut(SECRET)),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id', merge: 'erase' },
  ),
  describe(
    'single_sign_on_identities',
    {
      ...each('subject created_at confirmed_at last_used_at', copied('single_sign_on')),
      ...each('id user_id provider_id', leftOut(ID)),
    },
    { order: 'x.id', merge: 'erase' },
  ),
  describe(
    'access_tokens',
    {
      ...each('name scopes created_at expires_at last_used_at', copied('access_tokens')),
      ...each('token_hash minute num_of_calls', leftOut(SECRET)),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id', merge: 'erase' },
  ),
  describe(
    'email_changes',
    {
      ...each('kind email created_at done_at undone_at', copied('email_changes')),
      ...each('old_hash new_hash undo_hash', leftOut(SECRET)),
      ...each(
        'refusal confirmed_by old_email old_confirmed_at new_confirmed_at expires_at ended_at',
        leftOut('how far the change is', 'self'),
      ),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id', merge: 'erase' },
  ),
  describe(
    'trial_codes',
    each(
      'id code_hash label peer_network_id days max_uses uses created_by expires_at ended_at created_at',
      kept(BY_STAFF, 'staff'),
    ),
    { owner: 'created_by' },
  ),
  describe(
    'invitations',
    {
      ...each('email first_name last_name state created_at used_at', ofInvitee('invitations')),
      note: { export: 'invitations', erase: { set: `''` }, visibleTo: 'staff' },
      inviter_id: { export: false, because: ID, erase: 'null', visibleTo: 'staff' },
      user_id: leftOut(INVITEE),
      ...each(
        'id peer_network_id trial_code_id token_hash sent_at expires_at chosen_password chosen_in code',
        ofInvitee(false),
      ),
      decided_by: { export: false, because: BY_STAFF, erase: 'null', of: 'decided_by', visibleTo: 'staff' },
    },
    { owner: 'inviter_id', order: 'x.created_at, x.id' },
  ),
  describe(
    'nominations_beside',
    {
      ...each('email first_name last_name note state created_at used_at', copied('nominations', 'self')),
      ...each('id inviter_id peer_network_id sent_at expires_at', leftOut(ID)),
    },
    { owner: 'inviter_id', order: 'x.created_at, x.id' },
  ),
  describe(
    'data_exports',
    each(
      'id user_id token_hash storage_key size requested_at ready_at expires_at',
      leftOut('about earlier copies', 'self'),
    ),
  ),
  describe('deletion_requests', each('id user_id requested_at due_at taken_back_at done_at', kept(PROOF, 'self')), {
    merge: 'stay',
  }),
  describe(
    'accounts',
    each(
      'id user_id account_id provider_id issuer access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope password created_at updated_at',
      leftOut(SECRET),
    ),
  ),
  describe('two_steps', each('user_id secret confirmed_at last_step created_at', leftOut(SECRET))),
  describe('backup_codes', each('user_id code_hash used_at', leftOut(SECRET))),
  describe('password_resets', each('id user_id token_hash expires_at used_at created_at', leftOut(SECRET))),
  describe('passkey_challenges', each('challenge_hash user_id purpose expires_at', leftOut(SECRET))),
  describe(
    'sign_in_confirmations',
    each(
      'id user_id kind browser_hash code_hash link_hash keep_signed_in tries sends sent_at expires_at used_at created_at identity_id',
      leftOut(SECRET),
    ),
  ),
  describe('lplus_tokens', each('id user_id token url expires_at', leftOut(SECRET))),
]
