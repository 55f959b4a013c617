/**
 * Members in onboarding: one invited, one in the middle of the steps who has paid, and newcomers in their first days.
 * All others have seen the tours.
 */
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { DEMO_INVITATION } from './demo-members.ts'

const JOINING = 'joining@legal.test'
const NEW = ['newcomer@legal.test', 'trial@legal.test']
/** Long, so that the invitation is still open if the demo is viewed much later. */
const INVITATION_DAYS = 365
const FIRST_STEPS = ['complete_profile', 'read_discussion']

const VIDEO = {
  title: 'Welcome to Counterpart',
  seconds: 24,
  summary:
    'Silent video. Say who you are; what’s said here stays here; before you post, you see who can read it; a private reply can be read only by the people it names and staff; ask your first question.',
}

export async function seedOnboarding(client: ClientBase): Promise<void> {
  await client.query(
    `insert into invitations (inviter_id, email, first_name, last_name, note, peer_network_id, state, token_hash, sent_at, expires_at, decided_by)
     select h.id, 'invitee@legal.test', 'Jonas', 'Weller', 'You asked me last week who reviews our distributor contracts. Here are people who have signed dozens.',
       n.id, 'sent', $1, now() - interval '1 day', now() + make_interval(days => $2), s.id
     from users h, users s, peer_networks n where h.email = 'member@legal.test' and s.email = 'staff@counterpart.test' and n.slug = 'legal'`,
    [createHash('sha256').update(DEMO_INVITATION).digest('base64url'), INVITATION_DAYS],
  )
  await client.query(
    `with payer as (
       select u.id as user_id, u.company_name, m.peer_network_id, n.billing_membership_price as amount
       from users u join peer_network_memberships m on m.user_id = u.id join peer_networks n on n.id = m.peer_network_id where u.email = $1),
     team as (
       insert into teams (name, peer_network_id, customer_ref) select p.company_name, p.peer_network_id, 'cus_demo_joining' from payer p returning id),
     joined as (
       insert into team_memberships (team_id, user_id, is_billing_admin) select t.id, p.user_id, true from team t, payer p returning id, user_id)
     insert into subscriptions (team_id, provider, ref, state, status, subscription_total, term_start, term_end, next_billing_at, card_status, read_number)
     select t.id, 'test', 'sub_demo_joining', 'active', 'active', p.amount, now(), now() + interval '1 year', now() + interval '1 year', 'valid', nextval('billing_reads')
     from team t, payer p`,
    [JOINING],
  )
  await client.query(
    `insert into test_subscriptions (id, reference, customer, amount, card, status, term_start, term_end)
     select s.ref, s.team_id, t.customer_ref, s.subscription_total, 'success', 'active', s.term_start, s.term_end
     from subscriptions s join teams t on t.id = s.team_id where s.ref = 'sub_demo_joining'`,
  )
  await client.query('select settle_membership(id) from users where email = $1', [JOINING])
  await client.query('update users set onboarding_checklist_completed = false where email = any($1)', [NEW])
  await client.query(
    `insert into onboarding_checklist_completions (user_id, item_id)
     select u.id, i.id from users u, onboarding_checklist_items i where u.email = any($1) and i.key = any($2)`,
    [NEW, FIRST_STEPS],
  )
  await client.query(
    `insert into feature_tour_views (user_id, tour_id)
     select u.id, t.id from users u, feature_tours t
     where u.registered and u.email <> $1 and not (u.email = any($2) and t.key = 'home')`,
    [JOINING, NEW],
  )
  await client.query(
    `insert into personalization_choices (user_id, item_id)
     select u.id, i.id from users u join personalization_items i on i.position_in_list % 3 = u.id % 3
     where u.registered and u.current_state = 'full access' and not u.email = any($1)`,
    [NEW],
  )
  await client.query(
    `insert into legal_acceptances (user_id, legal_document_id, accepted_at)
     select u.id, d.id, u.date_joined from users u, legal_documents d
     where case d.kind when 'membership_agreement' then u.membership_agreement_accepted when 'terms_of_use' then u.terms_of_service_accepted
       else u.privacy_policy_accepted end`,
  )
  await client.query(
    `update peer_networks set welcome_video_title = $1, welcome_video_url = '/welcome/welcome.webm',
       welcome_video_thumbnail_url = '/welcome/welcome.png', welcome_video_duration = $2, welcome_video_content_summary = $3`,
    [VIDEO.title, VIDEO.seconds, VIDEO.summary],
  )
}
