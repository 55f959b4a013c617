/**
 * Plans and runs what nearly every request needs before a server takes its first one. A connection plans a statement when
 * it first runs it, and V8 compiles a function only when it has run several times: under load, a server that has just
 * started would do both at once, while members wait and other servers need the processors.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './platform/database/database.ts'
import type { Query } from './platform/database/statement.ts'
import { queryOf, type Engine } from './platform/graph/engine.ts'
import { NOBODY, type Viewer } from './platform/graph/sql.ts'
import { log } from './platform/log/log.ts'
import { selectSession, selectNetworkCounts } from './platform/session/sessions.ts'

/** What each page asks for, the feed, a thread, and notifications, which take longest to plan. */
const READS: Readonly<Record<string, object>> = {
  InitialUser: {},
  UnseenNotificationCount: {},
  InboxUnread: {},
  UnreadFollowed: {},
  threads: { limit: 1 },
  thread: { id: 1 },
  Notifications: {},
}
const ANSWERS: Readonly<Record<string, object>> = {
  ReplyToThread: { thread_id: 1, body: 'A reply', idempotency_key: '' },
}

/** How often each operation is run: by then V8 has compiled the code behind it. Takes 0.3 s. */
const RUNS = 30

/** Resolves when the connections are open and have planned the statements. A failure is only logged. */
export async function warmUp(database: Pick<Database, 'write' | 'warm'>, engine: Engine): Promise<void> {
  try {
    const viewers = await viewersOf(database)
    const queriesOf = (operations: typeof READS) => [...statementsOf(engine, operations, viewers).values()]
    await database.warm({ hot: queriesOf(READS), write: [selectSession({ token: '' }), ...queriesOf(ANSWERS)] })
    if (viewers.length > 0) await runReads(engine, viewers)
  } catch (error) {
    log.warn({ error }, 'statements could not be planned before the first request')
  }
}

/** With a pause after each run that is as long, so that half of a processor is left to those who are served. */
async function runReads(engine: Engine, viewers: readonly Viewer[]): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    for (const [name, variables] of Object.entries(READS))
      await engine.run(name, { viewer: viewers[run % viewers.length]!, variables: engine.coerce(name, variables) })
    await sleep(performance.now() - began)
  }
}

/** One for each number of networks, which decides the statement of a feed. They may read nothing. */
async function viewersOf({ write }: Pick<Database, 'write'>): Promise<Viewer[]> {
  const { rows } = await write.query<{ networks: number }>(selectNetworkCounts())
  return rows.map(({ networks }) => ({ ...NOBODY, networks: Array.from({ length: networks }, () => 0) }))
}

function statementsOf(engine: Engine, operations: typeof READS, viewers: readonly Viewer[]): Map<string, Query> {
  const found = new Map<string, Query>()
  for (const [name, variables] of Object.entries(operations))
    for (const viewer of viewers) {
      // A mutation is answered for what it has just made; a query has made nothing.
      const isMade = engine.require(name).operation === 'mutation'
      const input = { viewer, variables: engine.coerce(name, variables), isMade }
      const made = engine.variant(name, input)
      if (made.statementName) found.set(made.statementName, { ...queryOf(made, input), name: made.statementName })
    }
  return found
}
