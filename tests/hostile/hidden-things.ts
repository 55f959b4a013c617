/**
 * One of everything that can be hidden from a viewer. Its ids occur nowhere else in the database, so two responses can
 * be compared byte by byte after ids and times are replaced.
 */
import {
  AlterBookmarks,
  CreateGroup,
  CreatePoll,
  SaveDirectorySearch,
  SendMessage,
  type Operation,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import type { TestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

import { CANARY, oneOf, type Community, type Hidden, type HiddenThings, type Kind } from './hidden-kinds.ts'
import { putCle, putDocument, putEvents, putSeries } from './hidden-library.ts'

export { CANARY, type Hidden, type HiddenThings, type Kind }

/** Every id created here, and by the calls of the test, has ten digits and begins with 7. */
const FIRST = 7_000_000_000
const FIRST_NETWORK = 7_000_000
const UNKNOWN = 7_999_999_999
export const unknownId = (kind: Kind) => (kind === 'network' ? 7_999_999 : UNKNOWN)
/** Normalizes all that may differ: the requested id, the time, and how many messages the caller has sent before. */
export const comparable = (text: string) =>
  text
    .replaceAll(/"message_index_in_group":\d+/g, '"message_index_in_group":N')
    // Random, so that it reveals neither time nor author.
    .replaceAll(/"postAnonymously":\{"id":\d+/g, '"postAnonymously":{"id":ID')
    .replaceAll(/\b7\d{9}\b|\b7\d{6}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')

/** Raises all id sequences, so that new ids differ from every other number in the database. */
async function raiseIds(testServer: TestServer): Promise<void> {
  const rows = await testServer.sql<{ name: string }>(
    `select pg_get_serial_sequence(quote_ident(table_name), 'id') as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  )
  for (const { name } of rows) await testServer.sql(`select setval($1::regclass, $2)`, [name, FIRST])
  // Channels pack a network id and a kind into one integer, so network ids must stay small.
  await testServer.sql(`select setval(pg_get_serial_sequence('peer_networks', 'id'), $1)`, [FIRST_NETWORK])
}

interface PersonFacts {
  network: number
  state?: string
  suspended?: boolean
}
async function putPerson(testServer: TestServer, { network, state = 'full access', suspended = false }: PersonFacts) {
  const [user] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, email_verified, current_state, suspended, on_boarding_complete, title, registered)
     values ($1, 'Hidden', $2, true, $3, $4, true, $1, true) returning id`,
    [CANARY, `${newKey()}@hidden.test`, state, suspended],
  )
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [user!.id, network],
  )
  await testServer.sql(`select accept_legal($1, array['privacy_policy', 'membership_agreement', 'terms_of_use'])`, [
    user!.id,
  ])
  return user!.id
}

/** A network that no other network has access to, with members who write there. */
async function putNetwork(testServer: TestServer): Promise<number> {
  const [network] = await testServer.sql<{ id: number }>(
    `insert into peer_networks (slug, display_name, discipline_id, theme)
     select 'hidden', $1, discipline_id, theme from peer_networks where slug = 'finance' returning id`,
    [CANARY],
  )
  await testServer.sql(
    `insert into network_access (kind, from_network_id, to_network_id)
     select distinct kind, $1::bigint, $1::bigint from network_access on conflict do nothing`,
    [network!.id],
  )
  return network!.id
}

async function putMembers(testServer: TestServer, network: number): Promise<Hidden[]> {
  const { legal } = await networkIds(testServer)
  const person = async (why: string, facts: PersonFacts) => ({ why, id: await putPerson(testServer, facts) })
  return [
    await person('foreign', { network }),
    await person('suspended', { network: legal, suspended: true }),
    await person('ended', { network: legal, state: 'expired' }),
    await person('not joined', { network: legal, state: 'not joined' }),
    await person('foreign and suspended', { network, suspended: true }),
  ]
}

async function putPosts({ testServer, network, owner }: Community): Promise<Pick<HiddenThings, 'thread' | 'message'>> {
  const { legal } = await networkIds(testServer)
  const author = (await testServer.member(demoMembers.peer)).id
  const topic = `Topic ${CANARY}`
  const put = (why: string, facts: object) =>
    insertThread(testServer, { author, networks: [legal], topic, body: CANARY, ...facts }).then((ids) => ({
      why,
      ...ids,
    }))
  const threads = [
    await put('foreign', { author: owner.id, networks: [network] }),
    await put('held', { source: 'other', processed: false, approved: false }),
    await put('rejected', { processed: true, approved: false }),
    await put('removed', { removed: true }),
  ]
  const open = await put('open', { topic: 'Open' })
  const reply = await insertMessage(testServer, { thread: open.id, sender: author, body: CANARY, readers: [author] })
  return {
    thread: threads,
    message: [
      ...threads.map(({ why, id, opening }) => ({ why, id: opening, thread_id: id })),
      { why: 'private', id: reply, thread_id: open.id },
    ],
  }
}

async function putConversation({ owner, other }: Community): Promise<Pick<HiddenThings, 'group' | 'inboxMessage'>> {
  const { createGroup } = await owner.ask(CreateGroup, {
    group_type: 'small_group_chat',
    name: CANARY,
    members: [other.id],
    first_message: `<p>${CANARY}</p>`,
    idempotency_key: newKey(),
  })
  const message = { group_id: createGroup.id, msg_body: `<p>${CANARY}</p>`, idempotency_key: newKey() }
  const { sendMessage } = await owner.ask(SendMessage, message)
  return {
    group: [{ why: 'of others', id: createGroup.id }],
    inboxMessage: [{ why: 'of others', id: sendMessage.id }],
  }
}

/** Rows that belong to another member, inserted directly because no operation creates them on demand. */
async function putBelongings({ testServer, network, owner }: Community) {
  const one = oneOf(testServer)
  const expert = await one(
    'foreign',
    `with c as (insert into expert_companies (name, normalised_name) values ($1, lower($1)) returning id)
     insert into experts (name, normalised_name, search_name, type, company_id, created_by)
     select $1, lower($1), lower($1), 'company', c.id, $2 from c returning id`,
    [CANARY, owner.id],
  )
  return {
    expert,
    deal: await one(
      'of a hidden expert',
      `insert into vendor_deals (expert_id, short_text, platform_description, vendor_emails, show_in_thread_details, show_in_vendor_page)
       values ($1, $2, $2, array['v@hidden.test'], true, true) returning id`,
      [expert[0]!.id, CANARY],
    ),
    network: [{ why: 'foreign', id: network }],
    company: await one('of a hidden expert', 'select company_id as id from experts where id = $1', [expert[0]!.id]),
    memberCompany: await one(
      'of a foreign member',
      `with made as (insert into companies (name) values ($1) returning id)
       update users u set company_id = made.id from made where u.id = $2 returning made.id`,
      [CANARY, owner.id],
    ),
    notification: await one(
      'of another',
      `insert into notifications (user_id, notification_type, group_key) values ($1, 'new_follower', $2) returning id`,
      [owner.id, CANARY],
    ),
    document: [{ why: 'foreign', id: await putDocument(testServer, owner.id, network) }],
    documentRequest: await one(
      'foreign',
      `with r as (insert into document_requests (document_title, request, requester_id, state) values ($1, $1, $2, 'approved') returning id),
         n as (insert into document_request_networks select r.id, $3 from r)
       select id from r`,
      [CANARY, owner.id, network],
    ),
    emailChange: await one(
      'of another',
      `insert into email_changes (user_id, kind, email, confirmed_by, expires_at)
       values ($1, 'primary', 'new@hidden.test', 'old@hidden.test', now() + interval '1 day') returning id`,
      [owner.id],
    ),
  }
}

/** A conversation with the assistant and a prompt of another member. */
async function putAssistant({ testServer, owner }: Community) {
  const one = oneOf(testServer)
  const assistantConversation = await one(
    'of another',
    'insert into ai_conversations (user_id, name) values ($1, $2) returning id',
    [owner.id, CANARY],
  )
  return {
    assistantConversation,
    answer: await one(
      'of another',
      `with q as (insert into ai_messages (conversation_id, role, content) values ($1, 'user', $2) returning id)
       insert into ai_messages (conversation_id, role, question_id) select $1, 'assistant', q.id from q returning id`,
      [assistantConversation[0]!.id, CANARY],
    ),
    prompt: await one(
      'of another',
      `insert into prompt_templates (prompt_type, user_id, name, content) values ('user', $1, $2, $2) returning id`,
      [owner.id, CANARY],
    ),
  }
}

/** Things that only staff see or that staff award. */
async function putOfDesk(
  { testServer, network, owner }: Community,
  { expert, thread }: Pick<HiddenThings, 'expert' | 'thread'>,
) {
  const one = oneOf(testServer)
  const { id: staff } = await testServer.member(demoMembers.staff)
  return {
    title: await one(
      'of another',
      'insert into community_titles (user_id, label, rank, offered_by) values ($1, $2, 3, $3) returning id',
      [owner.id, CANARY, staff],
    ),
    badge: await one(
      'of another',
      `with made as (insert into badges (type_of_badge, tier, description, index) values ('staff', 1, $1, 77) returning id)
       insert into user_badges (user_id, badge_id) select $2, made.id from made returning badge_id as id`,
      [CANARY, owner.id],
    ),
    team: await one('foreign', 'insert into teams (name, peer_network_id, seats) values ($1, $2, 3) returning id', [
      CANARY,
      network,
    ]),
    merge: await one(
      'of staff',
      `insert into expert_merges (from_id, into_id, actor_id, reason)
       select $1, e.id, $2, $3 from experts e where e.id <> $1 limit 1 returning id`,
      [expert[0]!.id, staff, CANARY],
    ),
    report: await one(
      'of another',
      `insert into reports (type, content_id, thread_id, reason, additional_details, reporter_id)
       values ('thread', $1, $1, 'other', $2, $3) returning id`,
      [thread[0]!.id, CANARY, owner.id],
    ),
    guide: await one(
      'of staff',
      `insert into feature_tours (key, completion_button_text, skip_button_text, enabled) values ($1, 'Done', 'Skip', false) returning id`,
      [CANARY],
    ),
  }
}

export async function putHiddenThings(testServer: TestServer): Promise<HiddenThings> {
  await raiseIds(testServer)
  const network = await putNetwork(testServer)
  const owner = await testServer.memberById(await putPerson(testServer, { network }))
  const other = await testServer.memberById(await putPerson(testServer, { network }))
  const community = { testServer, network, owner, other }
  const poll = await owner.ask(CreatePoll as Operation<{ createPoll: { id: number } }, object>, {
    title: CANARY,
    options: ['One', 'Two'],
    idempotency_key: newKey(),
  })
  const collection = await owner.ask(AlterBookmarks, { bookmarks: [], title: CANARY })
  const search = await owner.ask(SaveDirectorySearch as Operation<{ saveDirectorySearch: { id: number } }, object>, {
    name: CANARY,
    filters: { search: 'a' },
  })
  const posts = await putPosts(community)
  const belongings = await putBelongings(community)
  const members = await putMembers(testServer, network)
  return {
    member: members,
    account: members,
    ...posts,
    ...(await putConversation(community)),
    ...(await putAssistant(community)),
    ...(await putSeries(community)),
    ...belongings,
    ...(await putOfDesk(community, { ...posts, ...belongings })),
    ...(await putEvents(community)),
    ...(await putCle(community)),
    poll: [{ why: 'foreign', id: poll.createPoll.id }],
    directorySearch: [{ why: 'of another', id: search.saveDirectorySearch.id }],
    bookmarkCollection: [{ why: 'of another', id: collection.alterBookmarks[0]!.id }],
  }
}
