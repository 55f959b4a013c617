/** Every field that the product's own operations return occurs in a response with a value, and of the right type. */
import { parse, valueFromASTUntyped, type FieldNode, type GraphQLOutputType, type SelectionNode } from 'graphql'
import { isEnumType, isListType, isNonNullType, isObjectType } from 'graphql'
import { beforeAll, expect, it } from 'vitest'
import { InviteToTeam, PublishLegalText, SaveTeam } from '#api/operations.ts'
import { reads } from '#server/app.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { returnedFields } from '../../bin/returned.ts'
import { demoMembers, demoMemberId } from '../demo-members.ts'
import { ASSISTANT_ROOTS, fillAssistant, STAFF_ASSISTANT_ROOTS } from '../harness/assistant-content.ts'
import { startTestServer } from '../harness/test-server.ts'
import { ROOTS, STAFF_ROOTS, type Found } from '../harness/roots.ts'
import { CLE_ROOTS, fillCle, STAFF_CLE_ROOTS } from '../harness/cle-content.ts'
import { EVENT_ROOTS, fillEvents } from '../harness/event-content.ts'
import { fillFigureFields } from '../harness/figures.ts'
import { createMemberContent, staffThings } from '../harness/member-content.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { contract } = testServer.application.engine
const { schema, fragments } = contract
const queries = new Map([...contract.operations].filter(([, { operation }]) => operation === 'query'))
/** Only an answer to a deletion is deleted; memberships are covered on the path to a team; errors come only from mutations. */
const NEVER_SET = new Set(['Team.members', 'EmailChange.errors', 'AIConversation.deleted', 'PromptTemplate.deleted'])
const KINDS: Record<string, (value: unknown) => boolean> = {
  Id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  Int: Number.isSafeInteger,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  Json: (value) => value !== undefined,
}

const isField = (node: SelectionNode): node is FieldNode => node.kind === 'Field'
/** The top-level fields of a root or an operation. */
const topOf = ({ selectionSet }: { selectionSet: { selections: readonly SelectionNode[] } }) =>
  selectionSet.selections.filter(isField)
const argumentsOf = ({ arguments: given = [] }: FieldNode) =>
  given.map(({ name, value }) => [name.value, value] as const)

/** The operations that read this root, each with the root's arguments as its variables. */
function askedWith(root: string): { name: string; variables: Record<string, unknown> }[] {
  const [definition] = parse(`{ ${root} }`).definitions
  const [asked] = topOf(definition as never)
  const values = new Map(argumentsOf(asked!).map(([name, value]) => [name, valueFromASTUntyped(value)]))
  return [...queries].flatMap(([name, operation]) => {
    const variables = topOf(operation)
      .filter((field) => field.name.value === asked!.name.value)
      .map((field) =>
        argumentsOf(field).flatMap(([argument, value]) =>
          value.kind === 'Variable' && values.has(argument) ? [[value.name.value, values.get(argument)] as const] : [],
        ),
      )
    return variables.length > 0 ? [{ name, variables: Object.fromEntries(variables.flat()) }] : []
  })
}

/** Adds each field that has a value to `met`, as "Type.field"; throws if a value has the wrong type. */
function meet(value: unknown, type: GraphQLOutputType, name: string, met: Set<string>): void {
  if (isNonNullType(type)) {
    expect(value, name).not.toBeNull()
    return meet(value, type.ofType, name, met)
  }
  if (value === null) return
  if (isListType(type)) return (value as unknown[]).forEach((item) => meet(item, type.ofType, name, met))
  met.add(name)
  if (isObjectType(type)) {
    for (const [key, item] of Object.entries(value as object))
      meet(item, type.getFields()[key]!.type, `${type.name}.${key}`, met)
    return
  }
  if (isEnumType(type)) expect(type.getValue(value as string), name).toBeTruthy()
  else
    expect(
      (KINDS[type.name] ?? ((text) => typeof text === 'string'))(value),
      `${name} is ${JSON.stringify(value)}`,
    ).toBe(true)
}

const met = new Set<string>()
const asked = new Set<string>()
beforeAll(async () => {
  const { legal } = await networkIds(testServer)
  const [helen, marcus] = await Promise.all(
    [demoMembers.member, demoMembers.peer].map((email) => demoMemberId(testServer.database.write, email)),
  )
  const { id } = await insertThread(testServer, {
    author: helen!,
    networks: [legal],
    thread_type: 'poll',
    geographies: [2],
    areas: [1],
    closed: true,
  })
  const reviewed = { processed: true, approved: true, processed_date: new Date().toISOString() }
  const reply = await insertMessage(testServer, { thread: id, sender: marcus!, likes: 1, ...reviewed })
  await insertThread(testServer, { author: marcus!, networks: [legal], areas: [1] })
  await insertMessage(testServer, { thread: id, sender: helen!, parent: reply, readers: [helen!, marcus!] })
  await testServer.sql(
    `with made as (
       insert into polls (thread_id, author_id, title, end_date) values ($1, $2, 'Which one?', now() + interval '1 day') returning id),
     chosen as (
       insert into poll_options (poll_id, title, is_other, position) select id, 'Other', true, 1 from made returning id, poll_id)
     select id, poll_id from chosen`,
    [id, helen],
  )
  await testServer.sql(
    `insert into poll_votes (poll_id, user_id, option_id, text)
     select o.poll_id, $2, o.id, 'Neither' from poll_options o join polls p on p.id = o.poll_id where p.thread_id = $1`,
    [id, helen],
  )
  await testServer.sql('insert into message_mentioned_users values ($1, $2)', [reply, helen])
  await testServer.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) values ($1, 'message', $2, true)`,
    [helen, reply],
  )
  await testServer.sql(
    `insert into message_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
     values ($1, 'board.png', 'image/png', 12, repeat('0', 64), repeat('0', 64), 4, 3)`,
    [reply],
  )
  // A person and a software product of the demo, with everything that can be known about them.
  await testServer.sql(
    `insert into message_experts select $1, id, row_number() over (order by id) from experts where name in ('Maria Lopez', 'Clausewright')`,
    [reply],
  )
  await testServer.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) select $1, 'expert', id, true from experts where name in ('Maria Lopez', 'Clausewright') on conflict do nothing`,
    [helen],
  )
  await testServer.sql(`update expert_companies set logo_url = '/logo.png'`)
  await testServer.sql(`update vendor_deals set logos = '{/logo.png}'`)
  await testServer.sql(`update expert_recommendations set affiliation = 'A former client.'`)
  await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
  await testServer.sql('update messages set edited_at = now() where id = $1', [reply])
  await testServer.sql(
    `insert into message_versions (message_id, version, topic, body, edited_by) values ($1, 1, 'Topic', '<p>x</p>', $2)`,
    [reply, helen],
  )
  const gone = await insertMessage(testServer, { thread: id, sender: marcus!, parent: reply, removed: true })
  await insertMessage(testServer, { thread: id, sender: marcus!, parent: gone })
  await testServer.sql('insert into message_removals (message_id, thread_id, by_author) values ($1, $2, true)', [
    gone,
    id,
  ])
  await testServer.sql(`insert into drafts (user_id, key, content) values ($1, $2 || '.thread', '{}')`, [helen, id])
  await testServer.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) select $1, 'message', id, true from messages where thread_id = $2 and is_original_message`,
    [marcus, id],
  )
  await testServer.sql(
    `insert into member_blocks (user_id, blocked_user_id) select $1, id from users where email = $2`,
    [helen, demoMembers.trial],
  )
  await reviewsOf({ id, reply, helen: helen!, marcus: marcus! })
  await testServer.sql('insert into document_citations (document_id, message_id) select id, $1 from peer_documents', [
    reply,
  ])
  await testServer.sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, thread_id, message_id, subject)
     values ('fields', 'http', 'legal@counterpart.test', 'held', 'other_sender', $1, $2, $3, 'Subject')`,
    [helen, id, reply],
  )
  await testServer.sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, subject, raw)
     values ('fields-empty', 'http', 'legal@counterpart.test', 'held', 'empty', $1, 'Subject', 'From: helen')`,
    [helen],
  )
  await testServer.sql(
    `insert into outgoing_mails ("to", kind, subject, text, html, message_id, state, error, sent_at)
     values ('a@fields.test', 'left', 'S', 'S', 'S', 'fields-1', 'failed', '550', null), ('a@fields.test', 'left', 'S', '', '', 'fields-2', 'sent', null, now())`,
  )
  await testServer.sql(`insert into backups (kind, finished_at, proven_at) values ('cluster', now(), now())`)
  await testServer.sql('update backup_log set stored_through = now()')
  await testServer.sql(
    `insert into search_changes (entity_type, entity_id, taken_at) values ('message', 999999, now() + interval '1 day')`,
  )
  // Due so late that no worker takes it, and failed before.
  await testServer.sql(`select graphile_worker.add_job('mailer:sweep', run_at => now() + interval '1 day')`)
  await testServer.sql(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'Error: why' where run_at > now()`,
  )
  await testServer.sql(
    `insert into mail_choices (user_id, peer_network_id, preference) select $1, peer_network_id, 'all' from mail_lists`,
    [helen],
  )
  await testServer.sql(
    `insert into mail_members (user_id, bounced_at, paused_at, pause_reason) values ($1, now(), now(), 'bounces')`,
    [helen],
  )
  await testServer.sql('insert into viewer_threads (user_id, thread_id) values ($1, $2)', [helen, id])
  await testServer.sql(
    `update subscriptions set state = 'past_due', past_due_since = now(), cancelled_at = now(), cancel_reason = 'Why'
     where team_id in (select team_id from team_memberships where user_id = $1)`,
    [helen],
  )
  await testServer.sql(
    `insert into billing_details select team_id, 'Company', 'Street', 'US', '98-7654321' from team_memberships where user_id = $1`,
    [helen],
  )
  await testServer.sql(`update users set current_onboarding_step = 'welcome' where id = any($1)`, [[helen, marcus]])
  await fillColumns('users', 'id = $1', [helen])
  await fillColumns('users', 'id = $1', [marcus])
  await fillColumns('peer_networks', 'true', [])
  await createMemberContent(testServer, { helen: helen!, marcus: marcus!, thread: id, reply })
  await fillProfiles(helen!, marcus!)
  await actsOfStaff(legal)
  await staffThings(testServer, { helen: helen!, marcus: marcus!, thread: id, reply })

  const engine = makeEngine({
    contract,
    reads,
    hot: testServer.database.hot,
    search: testServer.database.hot, // Each query is planned from scratch, which can exceed the search timeout.
  })
  const [viewer] = await testServer.sql<{ networks: number[]; channels: number[] }>(
    `select array_agg(distinct a.to_network_id) as networks, array_agg(distinct channel(a.to_network_id, a.kind)) as channels
     from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
     where m.user_id = $1 and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')`,
    [helen],
  )
  const ask = async (roots: readonly string[], is_staff: boolean) => {
    for (const { name, variables } of roots.flatMap(askedWith)) {
      asked.add(name)
      const body = await engine.run(name, {
        viewer: { id: helen!, is_staff, grants: is_staff ? [{ role: 'owner', network_id: null }] : [], ...viewer! },
        variables,
      })
      meet(JSON.parse(body), schema.getQueryType()!, 'Query', met)
    }
  }
  const found = await foundBy(helen!, id)
  const conversation = await fillAssistant(testServer, { member: helen!, other: marcus!, thread: id, reply })
  await fillFigureFields(testServer, legal)
  const library = [
    ...ASSISTANT_ROOTS(conversation, id),
    ...EVENT_ROOTS(await fillEvents(testServer, helen!)),
    ...CLE_ROOTS(await fillCle(testServer, helen!)),
  ]
  await ask([...ROOTS(id, reply, helen!, marcus!, found), ...library], false)
  await ask([...STAFF_ROOTS(marcus!, found), ...STAFF_CLE_ROOTS, ...STAFF_ASSISTANT_ROOTS], true)
})

/** Rows that belong to the member and the thread, and a message of theirs with everything that a message can have. */
async function foundBy(member: number, thread: number): Promise<Found> {
  await testServer.sql(`insert into vendor_connections (vendor_deal_id, user_id) select id, $1 from vendor_deals`, [
    member,
  ])
  await testServer.sql(
    `update inbox_messages m set replied_to_id = (select min(o.id) from inbox_messages o where o.group_id = m.group_id and o.id < m.id)`,
  )
  const [document] = await testServer.sql<{ id: number }>(
    `update peer_documents set reason = 'Good.', available_from = now() - interval '1 day' where id = (
       select min(id) from peer_documents where submitter_id = $1 and state = 'approved' and not is_anonymous) returning id`,
    [member],
  )
  await testServer.sql(`update material_files set preview_key = repeat('0', 64)`)
  const [found] = await testServer.sql<Found>(
    `select p.id as poll, g.id as "group", (select max(id) from inbox_messages where group_id = g.id) as chat,
       (select max(id) from notifications where user_id = $1 and not hidden) as notification,
       (select t.id from teams t where t.name = 'Ostrander Steel' order by t.id desc limit 1) as team,
       (select team_id from team_memberships where user_id = $1) as own_team,
       (select e.id from experts e where e.name = 'Clausewright') as software
     from polls p, inbox_groups g where p.thread_id = $2 and g.group_type <> 'one_to_one'
       and exists (select from inbox_members m where m.group_id = g.id and m.user_id = $1 and m.date_left is null)
       and exists (select from inbox_messages m where m.group_id = g.id) order by g.id limit 1`,
    [member, thread],
  )
  return { ...found!, document: document!.id }
}

/** A waiting post that staff have claimed, a rejected one, and the decision about it. */
async function reviewsOf({ id, reply, helen, marcus }: { id: number; reply: number; helen: number; marcus: number }) {
  const waits = { thread: id, sender: marcus, parent: reply, processed: false, approved: false }
  const waiting = await insertMessage(testServer, waits)
  await testServer.sql(`update messages set edited_at = now() where id = $1`, [waiting])
  await testServer.sql(`update moderation_queue set claimed_by = $2, claimed_at = now() where item_id = $1`, [
    waiting,
    helen,
  ])
  const rejected = await insertMessage(testServer, { thread: id, sender: helen, processed: true, approved: false })
  await testServer.sql(
    `insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id)
     values (1, 'message', $1, $2, 'rejected', 'Why', $3)`,
    [rejected, id, marcus],
  )
  // Appealed, and nothing was decided; another one was decided.
  const again = await insertMessage(testServer, { thread: id, sender: helen, processed: true, approved: false })
  await testServer.sql(
    `insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id)
     values (2, 'message', $1, $2, 'rejected', 'Why', $3)`,
    [again, id, marcus],
  )
  await testServer.sql(
    `insert into appeals (message_id, thread_id, user_id, rejected_by, text, decided_at, decided_by, is_overturned)
     values ($1, $3, $4, $5, 'Why not', null, null, null), ($2, $3, $4, $5, 'Why not', now(), $5, false)`,
    [rejected, again, id, helen, marcus],
  )
  await testServer.sql(
    `insert into work_assignments (kind, item_id, user_id, assigned_by) values ('reply', $1, $2, $2)`,
    [waiting, marcus],
  )
  await testServer.sql(
    `insert into reports (type, content_id, thread_id, reason, additional_details, reporter_id, state, resolved_at, resolved_by)
     values ('thread', $1, $1, 'other', 'Why', $2, 'kept', now(), $3)`,
    [id, helen, marcus],
  )
}

/** Fills in every profile field of two members who follow each other. */
async function fillProfiles(helen: number, marcus: number): Promise<void> {
  await testServer.sql('update peer_networks set show_direct_reports = true, show_areas_of_expertise = true')
  await testServer.sql(
    `update profiles set employment_status_id = 1, chapter_id = 1, live_event_chapter_ids = '{1}', interest_ids = '{1}', industry_ids = '{1}',
       industry_group_ids = '{1}', area_of_expertise_ids = '{1}', previous_practice = 'Disputes', law_school_id = 1, recent_law_firm_id = 1,
       year_started_inhouse = 2010, law_firm_ids = '{1}', area_of_responsibility_ids = '{1}', additional_area_ids = '{1}'
     where user_id = any($1)`,
    [[helen, marcus]],
  )
  await testServer.sql(`update companies set stage = 'Seed', type_id = 1, num_of_lawyers = 1, num_of_financial_employees = 1,
    num_of_employees = '1-10', industry_ids = '{1}', business_model_ids = '{1}'`)
  await testServer.sql('update chapters set retired_at = now() where id = 2')
  await testServer.sql(`insert into setup_steps (step, state) values ('owner', 'done')`)
  await testServer.sql('delete from bar_qualifications')
  await testServer.sql(
    `insert into bar_qualifications (user_id, state, bar_number, year_passed) select x, 'Illinois', '1', 2000 from unnest($1::bigint[]) x`,
    [[helen, marcus]],
  )
  await testServer.sql(
    'insert into user_follows (user_id, followed_user_id) values ($1, $2), ($2, $1) on conflict do nothing',
    [helen, marcus],
  )
  await testServer.sql(`insert into directory_searches (user_id, name, filters) values ($1, 'Kept', '{}')`, [helen])
  // So that suggestions by common interests are not displaced by members who answered her.
  await testServer.sql(`update profiles set interest_ids = '{1}'`)
  await testServer.sql(`update thread_feed set pub_date = pub_date - interval '2 years' where author_id = $1`, [helen])
  await testServer.sql('select refresh_profiles(array(select id from users))')
}

/** A team with an invitation, and a legal text that everyone must accept again. */
async function actsOfStaff(legal: number): Promise<void> {
  const staff = await testServer.member(demoMembers.staff)
  const { id } = (await staff.ask(SaveTeam, { name: 'Ostrander Steel', peer_network_id: legal, seats: 3 })).saveTeam
  await staff.ask(InviteToTeam, { team_id: id, email: 'ada@ostrander.test', first_name: 'Ada', last_name: 'Quist' })
  await staff.ask(PublishLegalText, {
    kind: 'terms_of_use',
    based_on: 1,
    title: 'Terms of use',
    sections: [{ title: 'All of it', paragraphs: ['Be kind.'] }],
    asks_again: true,
    change_note: 'Shorter.',
  })
}

/** Fills every nullable column, so that a field that reads the wrong column is detected. */
async function fillColumns(table: string, where: string, values: unknown[]): Promise<void> {
  const columns = await testServer.sql<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'YES' and is_generated = 'NEVER' and column_name not like '%\\_id'`,
    [table],
  )
  const filled: Record<string, string> = {
    integer: '7',
    bigint: '7',
    'double precision': '7.5',
    'timestamp with time zone': 'now()',
  }
  for (const { name, type } of columns)
    await testServer.sql(
      `update ${table} set ${name} = coalesce(${name}, ${filled[type] ?? `'${name} ' || id`}) where ${where}`,
      values,
    )
}

it('asks every operation that reads', () => {
  expect([...queries.keys()].filter((name) => !asked.has(name))).toEqual([])
})

const returned = [...returnedFields({ schema, operations: queries, fragments })].filter(
  (each) => !each.startsWith('Query.'),
)
it.each([...Map.groupBy(returned, (each) => each.split('.')[0]!)])(
  'reads every field of %s that an operation returns, of the kind that the contract says',
  (_, fields) => {
    expect(fields.filter((field) => !met.has(field) && !NEVER_SET.has(field))).toEqual([])
  },
)
