/**
 * A large community for the benchmarks, generated inside PostgreSQL: no rows cross the wire.
 *
 * Every choice is a hash of the row number, the choice number and the seed, so the same options produce the same rows
 * on every machine. Messages are inserted in date order across all threads, as in real use, so that the messages of one
 * thread are spread over many pages; sorted by thread, the benchmarks would look too good.
 */
import type { ClientBase } from 'pg'
import { communitySteps } from './large-community.ts'
import { eventSteps } from './large-events.ts'
import { documentSteps } from './large-documents.ts'
import { expertSteps } from './large-experts.ts'
import { discussionSteps } from './large-discussions.ts'
import { followingSteps } from './large-following.ts'
import { inboxSteps } from './large-inbox.ts'
import { learningSteps } from './large-learning.ts'
import { notificationSteps } from './large-notifications.ts'
import { LONG_THREAD_MESSAGES, type LargeOptions, type Plan, type Step } from './large-plan.ts'
import { staffSteps } from './large-staff.ts'
import { requireEmpty } from './seed.ts'

export interface LargeResult {
  members: number
  threads: number
  messages: number
  /** Has exactly 1,000 messages, including the opening message, all of them public and visible. */
  longThreadId: number
  /** A full-access member of exactly one, three and all networks. All of them can read the long thread. */
  viewers: { one: number; three: number; all: number }
}

const REFRESH_CHUNK = 5_000
const DEFAULTS: Plan = {
  members: 20_000,
  threads: 60_000,
  messages: 600_000,
  networks: 8,
  seed: 1,
  isEven: false,
  isFeedOnly: false,
}

export async function seedLarge(
  client: ClientBase,
  options: LargeOptions = {},
  onProgress: (label: string) => void = () => {},
): Promise<LargeResult> {
  const plan = checkedPlan({ ...DEFAULTS, ...options })
  await requireEmpty(client)
  const run = async ([label, sql]: Step) => {
    onProgress(label)
    await client.query(sql)
  }
  // No need to wait for the disk: a lost dataset can be regenerated.
  await run(['Settings', `set synchronous_commit = off; set work_mem = '256MB'; set jit = off`])
  await run(['Chance', chanceFunctions(plan.seed)])
  for (const step of [...communitySteps(plan), ...discussionSteps(plan)]) await run(step)
  for (let first = 1; first <= plan.threads; first += REFRESH_CHUNK) {
    const last = Math.min(first + REFRESH_CHUNK - 1, plan.threads)
    await run([
      `Counting threads ${first} to ${last}`,
      `select refresh_threads(array(select id from threads where id between ${first} and ${last}))`,
    ])
  }
  // Only after the threads are counted: mentions of experts are derived from what readers can see.
  for (const step of expertSteps(plan)) await run(step)
  if (!plan.isFeedOnly) {
    await run(['Without indexes and checks', BULK])
    for (const step of [...followingSteps(plan), ...inboxSteps(plan), ...notificationSteps(plan)]) await run(step)
    await run(['Indexes', BULK_DONE])
    for (const step of staffSteps(plan)) await run(step)
    await run(['Without indexes of words', WORDS])
    for (const step of [...documentSteps(plan), ...eventSteps(plan), ...learningSteps(plan)]) await run(step)
    await run(['Indexes of words', WORDS_DONE])
  }
  await run(['Vacuum', 'vacuum analyze'])
  const result = await resultOf(client, plan)
  await run(['Settings back', 'reset synchronous_commit; reset work_mem; reset jit; discard temp'])
  return result
}

/** Tables that are filled in bulk: their indexes are built once at the end. */
const BULK_TABLES = `'{inbox_messages, inbox_members, notifications, notification_facts, user_follows, profile_views, viewer_threads, thread_follows}'::text[]`

/** Foreign keys are not checked row by row, where the role may switch that off: the rows refer to rows just drawn. */
const BULK = `
  select set_config('session_replication_role', 'replica', false) where current_setting('is_superuser') = 'on';
  create temp table left_out as
    select i.indexdef, i.indexname from pg_indexes i where i.schemaname = 'public' and i.tablename = any(${BULK_TABLES})
      and not exists (select from pg_constraint c where c.conname = i.indexname);
  do $$ declare name text; begin
    for name in select indexname from left_out loop execute format('drop index %I', name); end loop;
  end $$;`
const BULK_DONE = `
  do $$ declare definition text; begin
    for definition in select indexdef from left_out loop execute definition; end loop;
  end $$;
  select setval(pg_get_serial_sequence(t, 'id'), (xpath('/row/max/text()', query_to_xml('select max(id) from ' || t, false, true, '')))[1]::text::bigint)
    from unnest(array['inbox_groups', 'inbox_messages', 'notifications']) t;
  select set_config('session_replication_role', 'origin', false) where current_setting('is_superuser') = 'on';
  analyze;`

const WORDS = `
  create temp table left_out_words as
    select i.indexdef, i.indexname from pg_indexes i where i.schemaname = 'public' and i.indexdef like '% USING gin (words%'
      and i.tablename in ('material_files', 'material_pages', 'material_videos', 'material_cues', 'peer_documents');
  do $$ declare name text; begin
    for name in select indexname from left_out_words loop execute format('drop index %I', name); end loop;
  end $$;`
const WORDS_DONE = `
  do $$ declare definition text; begin
    for definition in select indexdef from left_out_words loop execute definition; end loop;
  end $$;`

function checkedPlan(plan: Plan): Plan {
  for (const [name, value] of Object.entries(plan)) {
    if (typeof value === 'number' && (!Number.isSafeInteger(value) || value < 1))
      throw new Error(`${name} must be a whole number above zero.`)
  }
  if (plan.networks < 3) throw new Error('The large set needs at least three networks.')
  if (plan.messages < plan.threads + LONG_THREAD_MESSAGES) {
    throw new Error(`The large set needs ${LONG_THREAD_MESSAGES} messages more than threads.`)
  }
  return plan
}

/** draw(n, choice) in [0, 1): uniform, and the same for the same n, choice and seed. */
const chanceFunctions = (seed: number) => `
  create or replace function pg_temp.draw(n bigint, choice integer) returns double precision language sql immutable
  as $$ select (hashint8extended(n, ${seed}::bigint * 1000 + choice) & 9007199254740991)::double precision / 9007199254740992 $$;`

async function resultOf(client: ClientBase, plan: Plan): Promise<LargeResult> {
  const { rows } = await client.query(`
    with held as (
      select m.user_id, count(*) as networks, bool_or(t.thread_id is not null) as reads_long_thread
      from peer_network_memberships m
      join users u on u.id = m.user_id and u.current_state = 'full access' and not u.suspended
      left join thread_peer_networks t
        on t.peer_network_id = m.peer_network_id and t.thread_id = (select id from long_thread)
      group by m.user_id)
    select (select id from long_thread) as long_thread,
      (select count(*) from messages) as messages,
      min(user_id) filter (where networks = 1) as one,
      min(user_id) filter (where networks = 3) as three,
      min(user_id) filter (where networks = ${plan.networks}) as all
    from held where reads_long_thread`)
  const { long_thread, messages, one, three, all } = rows[0]
  return {
    members: plan.members,
    threads: plan.threads,
    messages: Number(messages),
    longThreadId: Number(long_thread),
    viewers: { one: Number(one), three: Number(three), all: Number(all) },
  }
}
