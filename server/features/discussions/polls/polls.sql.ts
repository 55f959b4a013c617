/** Statements for polls. The readable relations select what can be voted on. */
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

export const insertPoll = {
  name: 'insert-poll',
  text: `
    with made as (
      insert into polls (thread_id, author_id, title, end_date, can_change_vote) values ($1, $2, $3, $4, $5) returning id)
    insert into poll_options (poll_id, title, is_other, position)
    select m.id, o.title, o.place > cardinality($6::text[]), o.place
    from made m cross join unnest($6::text[] || $7::text[]) with ordinality as o(title, place)`,
}

// Lock first and read the vote in a second statement: a single statement would return the vote from before the wait.
export const lockPoll = {
  name: 'lock-poll',
  text: `select p.can_change_vote, p.active and coalesce(p.end_date > clock_timestamp(), true) as is_open
    from polls p where p.id = $1 for update`,
}
export const selectVote = {
  name: 'select-vote',
  text: 'select option_id, text from poll_votes where poll_id = $1 and user_id = $2',
}
export const upsertVote = {
  name: 'upsert-vote',
  text: `insert into poll_votes (poll_id, user_id, option_id, text) values ($1, $2, $3, $4)
    on conflict (poll_id, user_id) do update set option_id = excluded.option_id, text = excluded.text, voted_at = now()`,
}
export const countVotes = { name: 'count-poll-votes', text: 'select count_poll_votes($1)' }
export const insertPollView = {
  name: 'insert-poll-view',
  text: 'insert into poll_views (poll_id, user_id) values ($1, $2) on conflict do nothing',
}
