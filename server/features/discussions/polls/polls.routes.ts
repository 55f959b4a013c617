/** CSV export of poll results, for everyone who can see them; with names only for the author and staff. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { people } from '#server/features/people/index.ts'
import { idIn } from '#server/platform/http/checked-body.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { may, Parameter, sql, viewer as asking } from '#server/platform/graph/sql.ts'
import { csvOf, sendCsv } from '#server/platform/files/csv-file.ts'
import { problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { percentOf } from '#shared/polls.ts'
import { reachedPolls, readablePolls } from './polls.access.ts'
import type { ResultLine } from './polls.sql.ts'

/** If names are visible: one row per vote, and one per option without votes. Otherwise one row per option. */
const selectResults = (pollId: number) => sql`
  select p.title, o.title as option, o.vote_count, p.num_of_votes, h.is_host, u.name, u.company_name, v.text, v.voted_at
  from ${readablePolls.polls} p
  cross join lateral (select p.author_id = ${asking.id} or ${may('moderation')} as is_host) h
  join ${reachedPolls.poll_options} o on o.poll_id = p.id
  left join ${reachedPolls.poll_votes} v on v.poll_id = p.id and v.option_id = o.id and h.is_host
  left join ${people.people} u on u.id = v.user_id
  where p.id = ${new Parameter('poll', 'bigint', () => pollId)} and p.results_visible
  order by o.position, v.voted_at, v.user_id`

function fileOf(lines: readonly ResultLine[]): string {
  const columns = [
    'Option',
    'Votes',
    'Percent',
    ...(lines[0]!.is_host ? ['Name', 'Company', 'Comment', 'Voted at'] : []),
  ]
  const rows = lines.map(({ option, vote_count, num_of_votes, is_host, name, company_name, text, voted_at }) => [
    option,
    vote_count,
    percentOf(vote_count, num_of_votes),
    ...(is_host ? [name, company_name, text, voted_at && new Date(voted_at).toISOString()] : []),
  ])
  return csvOf(columns, rows)
}

export function registerPollRoutes(app: FastifyInstance, { pool, sessions }: { pool: pg.Pool; sessions: Sessions }) {
  app.get<{ Params: { id: string } }>('/api/polls/:id/results.csv', async (request, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    const id = idIn(request)
    const lines = await selectRows<ResultLine>(pool, selectResults(id), viewer)
    if (lines.length === 0)
      throw problem('discussions.file_not_found', {
        message: 'This file isn’t available.',
        status: 404,
      })
    return sendCsv(reply, `poll-${id}-results.csv`, fileOf(lines))
  })
}
