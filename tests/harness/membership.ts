/** Payments in tests: new members who have to pay, the cards they choose, and the days that pass. */
import { GetMembership, StartCheckout, SyncUserBillingData } from '#api/operations.ts'
import type { TestCard } from '#shared/membership.ts'
import { newKey, type Client, type Received } from './client.ts'
import type { TestServer } from './test-server.ts'

interface Newcomer {
  state?: 'onboarding' | 'trial' | 'full access'
  isComplete?: boolean
  country?: string
}
let newcomers = 0

/** A member who has joined and not paid. */
export async function insertMember(
  testServer: TestServer,
  { state = 'onboarding', isComplete = false, country = 'United States' }: Newcomer = {},
) {
  const [made] = await testServer.sql<{ id: number }>(
    `with made as (
       insert into users (first_name, last_name, email, email_verified, current_state, on_boarding_complete, country, registered)
       values ('Nora', 'Quill', $1, true, $2, $3, $4, true) returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary)
     select made.id, n.id, true from made, peer_networks n where n.slug = 'legal' returning user_id as id`,
    [`nora${(newcomers += 1)}@members.test`, state, isComplete, country],
  )
  if (isComplete)
    await testServer.sql(`select accept_legal($1, array['privacy_policy', 'membership_agreement', 'terms_of_use'])`, [
      made!.id,
    ])
  return testServer.memberById(made!.id)
}

/** The id at the end of a URL of the test provider. */
export const testIdOf = (url: string) => url.split('?')[0]!.split('/').at(-1)!

export async function checkoutOf(client: Client, key = newKey()) {
  const { startCheckout } = await client.ask(StartCheckout, {
    return_path: '/profile/membership',
    idempotency_key: key,
  })
  return startCheckout
}

export const payCheckout = (
  client: Client,
  url: string,
  card: TestCard,
  confirmed: boolean | null = null,
): Promise<Received> =>
  client.send('POST', `/api/test-billing/checkouts/${testIdOf(url)}`, { body: { card, confirmed } })

/** Simulates passing time: moves every date of this member back by `days`. */
export async function advanceDays(testServer: TestServer, userId: number, days: number): Promise<void> {
  const by = `make_interval(days => ${days})`
  const mine = `reference in (select team_id::text from team_memberships where user_id = ${userId})`
  const back = (table: string, columns: string[], where: string) =>
    testServer.sql(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - ${by}`).join(', ')} where ${where}`,
    )
  await back('test_subscriptions', ['term_start', 'term_end', 'past_due_since', 'cancelled_at'], mine)
  await back(
    'test_invoices',
    ['period_start', 'period_end', 'issued_at', 'paid_at', 'last_attempt_at'],
    `subscription_id in (select id from test_subscriptions where ${mine})`,
  )
  const team = `team_id in (select team_id from team_memberships where user_id = ${userId})`
  await back(
    'subscriptions',
    [
      'term_start',
      'term_end',
      'next_billing_at',
      'cancelled_at',
      'past_due_since',
      'renewal_noticed_for',
      'updated_at',
    ],
    team,
  )
  // An issued invoice is immutable, so its trigger is disabled while its dates move.
  await testServer.sql(
    `alter table invoices disable trigger invoices_issued;
     update invoices i set period_start = i.period_start - ${by}, period_end = i.period_end - ${by},
       issued_at = i.issued_at - ${by}, paid_at = i.paid_at - ${by}
     from subscriptions s where s.id = i.subscription_id and s.${team};
     alter table invoices enable trigger invoices_issued`,
  )
  await back('users', ['full_access_exp_date', 'trial_end_date'], `id = ${userId}`)
}

/** Runs the scheduled membership jobs. */
export async function runMembershipJobs(testServer: TestServer): Promise<void> {
  await testServer.sql(`select graphile_worker.add_job('membership:tick')`)
  await testServer.runJobs()
}

export async function mailsTo(testServer: TestServer, client: Client, kind: string) {
  return testServer.sql<{ subject: string; text: string }>(
    `select m.subject, m.text from outgoing_mails m join users u on u.email::text = m."to" where u.id = $1 and m.kind = $2 order by m.id`,
    [client.id, kind],
  )
}

export const membershipOf = async (client: Client) => (await client.ask(GetMembership, {})).viewer

/** A member who has paid for a year with this card. */
export async function insertPaidMember(
  testServer: TestServer,
  card: 'success' | 'later_failure' = 'success',
): Promise<Client> {
  const client = await insertMember(testServer, { state: 'full access', isComplete: true })
  await payCheckout(client, (await checkoutOf(client)).url, card)
  await client.ask(SyncUserBillingData, {})
  return client
}

/** A new session, which has no cached membership standing. */
export const fresh = (testServer: TestServer, client: Client): Promise<Client> => testServer.memberById(client.id)
