import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

const SENDING = 'how an email is sent'

export const mailPersonalData: PersonalData = [
  describe('mail_choices', {
    ...each('peer_network_id preference chosen_at', copied('mail_choices')),
    user_id: leftOut(ID),
  }),
  describe(
    'mail_members',
    {
      ...each('without_words paused_at pause_reason', copied('mail_settings')),
      ...each('user_id digest_on digest_until bounce_score bounced_at', leftOut(SENDING)),
    },
    { merge: 'erase' },
  ),
  describe(
    'mail_feedback',
    { ...each('message_id is_useful given_at', copied('mail_feedback')), user_id: leftOut(ID) },
    { order: 'x.given_at' },
  ),
  describe(
    'mail_deliveries',
    {
      ...each('message_id state created_at', copied('mail_deliveries')),
      ...each('id user_id outgoing_mail_id', leftOut(SENDING)),
    },
    { order: 'x.id' },
  ),
  describe(
    'inbound_mails',
    {
      ...each(
        'state reason explanation audience thread_id message_id subject sender posted_text cut_text received_at',
        copied('inbound_mails'),
      ),
      ...each(
        'id digest recipient other_recipients via mail_from client_address client_name verdict decided_at user_id',
        leftOut('how an email came and was checked'),
      ),
      raw: leftOut('the email as it came: the member has it, and it is deleted after 90 days'),
    },
    { order: 'x.id' },
  ),
]
