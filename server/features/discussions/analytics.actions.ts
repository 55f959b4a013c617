import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { sql, Parameter, type Viewer } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { selectAnonymous } from './analytics.sql.ts'
import { readable } from './threads/discussions.access.ts'
import { readablePolls } from './polls/polls.access.ts'

interface References {
  threads: readonly number[]
  messages: readonly number[]
  polls: readonly number[]
}

/**
 * Whether any of these references belongs to an anonymous thread, regardless of what the viewer can read: if every
 * member except the author is counted, the missing member is the author.
 */
export async function concernsAnonymous(pool: pg.Pool, { threads, messages, polls }: References): Promise<boolean> {
  const { rows } = await pool.query<{ is_anonymous: boolean }>(selectAnonymous({ threads, messages, polls }))
  return rows[0]!.is_anonymous
}

/** Same, limited to what this viewer can read: the answer must not reveal which hidden threads are anonymous. */
export async function showsAnonymous(pool: pg.Pool, viewer: Viewer, references: References): Promise<boolean> {
  const ids = (name: keyof References) => new Parameter(name, 'bigint[]', () => references[name])
  const rows = await selectRows(
    pool,
    sql`select f.thread_id from ${readable.threads} f where f.author_id = ${ANONYMOUS_USER_ID} and (
        f.thread_id = any(${ids('threads')})
        or exists (select from ${readable.messages} m where m.thread_id = f.thread_id and m.id = any(${ids('messages')}))
        or exists (select from ${readablePolls.polls} p where p.thread_id = f.thread_id and p.id = any(${ids('polls')})))
      limit 1`,
    viewer,
  )
  return rows.length > 0
}
