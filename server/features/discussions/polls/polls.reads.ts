import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { trustedSql, sql, viewer } from '#server/platform/graph/sql.ts'
import { MAX_POLL_OPTIONS, pollResultsPath } from '#shared/polls.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { reachedPolls, readablePolls } from './polls.access.ts'

const ACTIVE_POLLS = 50
const VOTES = 2_000
const [beforeId, afterId] = pollResultsPath(0)
  .split('0')
  .map((part) => trustedSql(`'${part}'`))

export const pollReads = define({
  Query: {
    active_polls: many(() => ({
      rows: sql`select p.* from ${readablePolls.polls} p join ${readable.threads} f on f.thread_id = p.thread_id and f.visible
        where p.active and p.approved`,
      order: sql`p.end_date nulls last, p.id desc`,
      cap: ACTIVE_POLLS,
    })),
    poll: one((_, { args }) => sql`select p.* from ${readablePolls.polls} p where p.id = ${args['id']!}`),
  },
  Thread: {
    // Checks the type first, so that feed entries other than polls cost no lookup.
    poll: one(
      (t) =>
        sql`select p.* from ${reachedPolls.thread_polls} p where ${t}.thread_type = 'poll' and p.thread_id = ${t}.thread_id`,
    ),
  },
  Poll: {
    options: many((p) => ({
      rows: sql`select o.* from ${reachedPolls.poll_options} o where o.poll_id = ${p}.id`,
      order: sql`o.position`,
      cap: MAX_POLL_OPTIONS + 1,
    })),
    votes: many((p) => ({
      rows: sql`select v.* from ${reachedPolls.poll_votes} v where v.poll_id = ${p}.id`,
      order: sql`v.voted_at desc, v.user_id`,
      cap: VOTES,
    })),
    my_vote: one(
      (p) => sql`select v.* from ${reachedPolls.poll_votes} v where v.poll_id = ${p}.id and v.user_id = ${viewer.id}`,
    ),
    results_file: value((p) => sql`case when ${p}.results_visible then ${beforeId!} || ${p}.id || ${afterId!} end`),
    viewed_results: value((p) => sql`exists (select from ${readablePolls.poll_views} v where v.poll_id = ${p}.id)`),
  },
  PollVote: { user: one((v) => sql`select u.* from ${people.people} u where u.id = ${v}.user_id`) },
  Mutation: {
    // `result` is the thread's id: the request's idempotency key was claimed for the thread.
    createPoll: one((_, { result }) => sql`select p.* from ${readablePolls.polls} p where p.thread_id = ${result}`),
    votePoll: one((_, { result }) => sql`select p.* from ${readablePolls.polls} p where p.id = ${result}`),
    viewPollResults: one((_, { result }) => sql`select p.* from ${readablePolls.polls} p where p.id = ${result}`),
  },
})
