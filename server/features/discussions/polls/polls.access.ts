/**
 * Access rules for polls. Everyone who can read the thread can read its poll. Results are visible to the author and
 * staff, to members who have voted, and to every reader once the poll is closed; until then no count leaves the
 * database. The author and staff can see who voted for what; everyone else sees only their own vote.
 */
import { uncheckedRelations, checkedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'

const isOpen = sql`(p.active and coalesce(p.end_date > now(), true) and t.closed_at is null and t.removed_at is null)`
const isHost = sql`(p.author_id = ${viewer.id} or ${may('moderation')})`
const seesResults = sql`(not ${isOpen} or ${isHost}
  or exists (select from poll_votes own where own.poll_id = p.id and own.user_id = ${viewer.id}))`
const poll = sql`
  select p.id, p.thread_id, p.author_id, p.title, p.end_date, p.can_change_vote, p.created_at, t.approved,
    ${isOpen} as active, s.results_visible, case when s.results_visible then p.num_of_votes end as num_of_votes
  from polls p join threads t on t.id = p.thread_id
  cross join lateral (select ${seesResults} as results_visible) s`
const ofReadableThread = sql`exists (select from ${readable.threads} f where f.thread_id = p.thread_id)`
const inPoll = sql`join polls p on p.id = x.poll_id join threads t on t.id = p.thread_id`
const options = sql`
  select x.id, x.poll_id, x.title, x.is_other, x.position, case when ${seesResults} then x.vote_count end as vote_count
  from poll_options x ${inPoll}`
const votes = sql`
  select x.poll_id, x.user_id, x.option_id, x.text, x.voted_at from poll_votes x ${inPoll}
  where (x.user_id = ${viewer.id} or (${isHost} and not exists (select from users u where u.id = x.user_id and u.suspended)))`

export const readablePolls = checkedRelations({
  polls: sql`${poll} where ${ofReadableThread}`,
  poll_views: sql`select x.* from poll_views x where x.user_id = ${viewer.id}`,
})

/** For polls and threads that are already known to be readable. */
export const reachedPolls = uncheckedRelations({
  thread_polls: { rows: poll, wall: sql`${poll} where ${ofReadableThread}` },
  poll_options: { rows: options, wall: sql`${options} where ${ofReadableThread}` },
  poll_votes: { rows: votes, wall: sql`${votes} and ${ofReadableThread}` },
})
