/** Data around accounts: invitations, sign-in sessions, and the emails that were sent about invitations. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { renderEmail, type EmailContent } from '#server/platform/mailer/email-template.ts'
import { requirePerson, personName } from './demo-members.ts'
import { DAY, networkId, type Row, type Rows } from './community-rows.ts'
import type { NetworkSlug } from './networks.ts'

const SUPPORT = 'legal@counterpart.test'
const newToken = () => randomBytes(16).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

interface Invited {
  by: string
  first_name: string
  last_name: string
  company: string
  network: NetworkSlug
  note: string
  state: 'nominated' | 'sent' | 'accepted' | 'declined' | 'withdrawn'
  daysAgo: number
  /** Key of the person that the invited became, if they joined. */
  became?: string
}

// oxfmt-ignore
const INVITED: readonly Invited[] = [
  { by: 'helen', first_name: 'Beatrix', last_name: 'Amsel', company: 'sandmere', network: 'legal', state: 'sent', daysAgo: 2, note: 'We spoke about distributor terminations in Lyon. You would find eleven people here who have done one this year.' },
  { by: 'helen', first_name: 'Tomás', last_name: 'Villaseñor', company: 'quetzaltin', network: 'legal', state: 'accepted', daysAgo: 20, became: 'tomas', note: 'First months as head of legal are easier in company.' },
  { by: 'helen', first_name: 'Gideon', last_name: 'Prowse', company: 'farrowgate', network: 'legal', state: 'sent', daysAgo: 31, note: '' },
  { by: 'helen', first_name: 'Mirela', last_name: 'Stan', company: 'carpatica', network: 'legal', state: 'nominated', daysAgo: 0.2, note: 'General counsel of a customer of ours; asks better questions than most outside counsel.' },
  { by: 'marcus', first_name: 'Odile', last_name: 'Ferrand', company: 'hauteroche', network: 'legal', state: 'nominated', daysAgo: 1, note: 'Runs the legal side of a grid operator. Joint ventures.' },
  { by: 'marcus', first_name: 'Kwame', last_name: 'Asare', company: 'voltamar', network: 'thesuite', state: 'sent', daysAgo: 5, note: 'You asked who else sits on two boards. They are here.' },
  { by: 'samuel', first_name: 'Lotte', last_name: 'Visser', company: 'polderbank', network: 'finance', state: 'declined', daysAgo: 12, note: '' },
  { by: 'ruth', first_name: 'Nathan', last_name: 'Brooks', company: 'sablepine', network: 'legal', state: 'accepted', daysAgo: 14, became: 'nathan', note: '' },
  { by: 'ruth', first_name: 'Hiroko', last_name: 'Mori', company: 'kazemachi', network: 'executive', state: 'withdrawn', daysAgo: 40, note: '' },
]

// User-Agent headers; the settings page shows them as e.g. "Firefox on Windows".
const LAPTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile Safari/604.1'
const OFFICE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const SIGNED_IN: readonly (readonly [who: string, device: string, ip: string, daysAgo: number])[] = [
  ['helen', LAPTOP, '198.51.100.23', 9],
  ['helen', PHONE, '203.0.113.80', 4],
  ['marcus', OFFICE, '198.51.100.101', 2],
  ['samuel', PHONE, '203.0.113.14', 6],
  ['nathan', OFFICE, '192.0.2.7', 3],
  ['ruth', OFFICE, '192.0.2.10', 11],
]
const ADDRESS_TRIALS = 'Conference guests'

export function accountRows(now: Date): Rows {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY)
  const invitations = INVITED.map((invited, index) => ({ ...invited, id: index + 1, token: newToken() }))
  const letters = invitations.filter(({ state }) => state === 'sent')
  const ruth = requirePerson('ruth')
  return {
    trial_codes: [
      {
        id: 1,
        code_hash: hashOf(newToken()),
        label: ADDRESS_TRIALS,
        peer_network_id: networkId('legal'),
        days: 30,
        max_uses: 25,
        uses: 1,
        created_by: ruth.id,
        expires_at: at(-60),
        ended_at: null,
        created_at: at(30),
      },
    ],
    invitations: invitations.map((invited) => ({
      id: invited.id,
      inviter_id: requirePerson(invited.by).id,
      email: emailOf(invited),
      first_name: invited.first_name,
      last_name: invited.last_name,
      note: invited.note,
      peer_network_id: networkId(invited.network),
      trial_code_id: null,
      state: invited.state,
      token_hash: invited.state === 'sent' ? hashOf(invited.token) : null,
      sent_at: invited.state === 'nominated' || invited.state === 'declined' ? null : at(invited.daysAgo - 0.1),
      expires_at: ['sent', 'accepted', 'withdrawn'].includes(invited.state) ? at(invited.daysAgo - 14) : null,
      used_at: invited.state === 'accepted' ? at(invited.daysAgo - 1) : null,
      user_id: invited.became ? requirePerson(invited.became).id : null,
      decided_by: invited.state === 'nominated' ? null : ruth.id,
      created_at: at(invited.daysAgo),
    })),
    sessions: SIGNED_IN.map(([who, user_agent, ip_address, daysAgo], index) => ({
      id: index + 1,
      user_id: requirePerson(who).id,
      token: newToken() + newToken(),
      expires_at: at(daysAgo - 30),
      ip_address,
      user_agent,
      analytics_session_id: randomUUID(),
      abtests: {},
      created_at: at(daysAgo),
      updated_at: at(daysAgo / 3),
    })),
    outgoing_mails: letters.map((invited, index) => mailRow(index + 1, invited, at(invited.daysAgo - 0.1))),
  }
}

const emailOf = ({ first_name, last_name, company, became }: Invited) =>
  became
    ? requirePerson(became).email
    : `${first_name}.${last_name}@${company}.test`.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** The email as the mailer would render it, so that staff find emails with working links in the outbox. */
function mailRow(id: number, invited: Invited & { token: string }, sent: Date): Row {
  const inviter = personName(requirePerson(invited.by))
  const letter: EmailContent = {
    subject: `${inviter} invites you to Counterpart`,
    theme: 'legal',
    title: `${inviter} invites you to Counterpart`,
    parts: [
      { text: `Dear ${invited.first_name},` },
      {
        text: `${inviter} invites you to a members-only network, where in-house professionals ask their peers what they cannot ask in public.`,
      },
      ...(invited.note ? [{ quote: invited.note }] : []),
      { action: 'See your invitation', url: `http://localhost:4000/invite/${invited.token}` },
      { text: 'The invitation is for you alone and holds for 14 days.' },
    ],
    reason: 'You receive this because a colleague named you. If you are not interested, do nothing.',
    supportEmail: SUPPORT,
  }
  const { subject, text, html } = renderEmail(letter)
  return {
    id,
    to: emailOf(invited),
    kind: 'invitation',
    subject,
    text,
    html,
    message_id: randomUUID(),
    headers: { 'Reply-To': SUPPORT },
    state: 'queued',
    attempts: 0,
    error: null,
    created_at: sent,
    sent_at: null,
  }
}
