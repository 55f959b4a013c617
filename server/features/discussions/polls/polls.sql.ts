/** Statements for polls. The readable relations select what can be voted on. */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { reachedPolls, readablePolls } from './polls.access.ts'

const given = (name: string, type: string, value: unknown) => new Parameter(name, type, () => value)

export interface Votable {
  id: number
  thread_id: number
  author_id: number
  active: boolean
  results_visible: boolean
  visible: boolean
  channels: number[]
  /** Null if this poll has no such option. */
  option_id: number | null
  is_other: boolean | null
}

/** The poll, if the viewer can read it, and the chosen option. */
export const selectVotable = (pollId: number, optionId: number | null) => sql`
  select p.id, p.thread_id, p.author_id, p.active, p.results_visible, f.visible, f.channels, o.id as option_id, o.is_other
  from ${readablePolls.polls} p join ${readable.threads} f on f.thread_id = p.thread_id
  left join ${reachedPolls.poll_options} o on o.poll_id = p.id and o.id = ${given('option', 'bigint', optionId)}
  where p.id = ${given('poll', 'bigint', pollId)}`

export interface ResultLine {
  title: string
  results_visible: boolean
  is_host: boolean
  option: string
  vote_count: number
  num_of_votes: number
  name: string | null
  company_name: string | null
  text: string | null
  voted_at: Date | null
}

export const insertPoll = statement(
  'insert-poll',
  {
    threadId: 'bigint',
    authorId: 'bigint',
    title: 'text',
    endDate: 'timestamptz',
    canChangeVote: 'boolean',
    options: 'text[]',
    others: 'text[]',
  },
  (p) => sql`
    with made as (
      insert into polls (thread_id, author_id, title, end_date, can_change_vote) values (${p.threadId}, ${p.authorId}, ${p.title}, ${p.endDate}, ${p.canChangeVote}) returning id)
    insert into poll_options (poll_id, title, is_other, position)
    select m.id, o.title, o.place > cardinality(${p.options}), o.place
    from made m cross join unnest(${p.options} || ${p.others}) with ordinality as o(title, place)`,
)

// Lock first and read the vote in a second statement: a single statement would return the vote from before the wait.
export const lockPoll = statement(
  'lock-poll',
  { pollId: 'bigint' },
  (p) => sql`select p.can_change_vote, p.active and coalesce(p.end_date > clock_timestamp(), true) as is_open
    from polls p where p.id = ${p.pollId} for update`,
)
export const selectVote = statement(
  'select-vote',
  { pollId: 'bigint', userId: 'bigint' },
  (p) => sql`select option_id, text from poll_votes where poll_id = ${p.pollId} and user_id = ${p.userId}`,
)
export const upsertVote = statement(
  'upsert-vote',
  { pollId: 'bigint', userId: 'bigint', optionId: 'bigint', text: 'text' },
  (p) => sql`
    insert into poll_votes (poll_id, user_id, option_id, text) values (${p.pollId}, ${p.userId}, ${p.optionId}, ${p.text})
    on conflict (poll_id, user_id) do update set option_id = excluded.option_id, text = excluded.text, voted_at = now()`,
)
export const countVotes = statement(
  'count-poll-votes',
  { pollId: 'bigint' },
  (p) => sql`select count_poll_votes(${p.pollId})`,
)
export const insertPollView = statement(
  'insert-poll-view',
  { pollId: 'bigint', userId: 'bigint' },
  (p) => sql`insert into poll_views (poll_id, user_id) values (${p.pollId}, ${p.userId}) on conflict do nothing`,
)
