/**
 * The server log: one JSON line per entry on standard error, so that standard output only says where the server is
 * ready. Only the lines listed here can be logged, each with its listed fields; any other field is dropped.
 */
import { pino } from 'pino'
import { requestId } from './request-id.ts'
import { safeError } from './safe-error.ts'

/** The fields that each line may contain. */
const LINES = {
  'request failed': ['error', 'error_id', 'operation'],
  'page failed': ['error', 'error_id', 'route'],
  'job failed': ['error', 'task'],
  'the job worker failed': ['error'],
  'what follows could not be given to the queue': ['error'],
  'jobs of dead workers could not be freed': ['error'],
  'an answer could not be written': ['error'],
  'the model could not answer': ['error'],
  'an email could not be taken': ['error'],
  'email can’t be received': ['error'],
  'a connection for email failed': ['error'],
  'the virus scanner does not answer': ['error'],
  'file storage does not answer': ['error'],
  'a stored file is damaged': [],
  'a signal could not be read': ['error'],
  'the connection to Redis failed': ['error'],
  'the sessions of live streams could not be checked': ['error'],
  'the billing provider failed': ['error'],
  'file without words': ['attachment', 'outcome'],
  'stored counters of threads differed and were repaired': ['drifted'],
  'stored counters of experts differed and were repaired': ['drifted'],
  'stored numbers of likes differed and were repaired': ['drifted'],
  'the server ends after a failure': ['error'],
  'statements could not be planned before the first request': ['error'],
  'a security event could not be recorded': ['error', 'kind'],
  'a reached limit was not recorded': ['error'],
  'the search thread failed': ['error'],
  'migrations wait until no older server runs': [],
  'migrations that waited failed': ['error'],
  'the replica answers reads again': [],
  'the replica is too far behind: the primary answers all reads': ['lag_ms'],
  'the replica does not answer: the primary answers all reads': [],
  'DATABASE_READ_URL is not a replica of DATABASE_URL: the primary answers all reads': [],
} as const satisfies Record<string, readonly (keyof typeof FIELDS)[]>
type Line = keyof typeof LINES

const WORD = /^[\w.:/*-]{1,100}$/
const word = (value: unknown) => (typeof value === 'string' && WORD.test(value) ? value : undefined)
const whole = (value: unknown) => (Number.isSafeInteger(value) ? value : undefined)
/** The format of each field. */
const FIELDS = {
  error: (value: unknown) => safeError(value),
  error_id: word,
  operation: word,
  task: word,
  route: word,
  outcome: word,
  kind: word,
  attachment: whole,
  drifted: whole,
  lag_ms: whole,
}
type Fields<Name extends Line> = { [field in (typeof LINES)[Name][number]]?: unknown }

/** The allowed fields of a line, in their safe form. */
export function fieldsOf(line: string, given: object): Record<string, unknown> {
  const known: readonly (keyof typeof FIELDS)[] = Object.hasOwn(LINES, line) ? LINES[line as Line] : []
  return Object.fromEntries(
    known
      .filter((field) => field in given)
      .map((field) => [field, FIELDS[field]((given as Record<string, unknown>)[field])]),
  )
}

/** Where there is no room for the log, lines wait up to this length, and then are lost: the server must go on. */
const WAITING_LENGTH = 1024 * 1024
const standardError = pino.destination({ dest: 2, sync: true, maxLength: WAITING_LENGTH })
standardError.on('error', () => {})
const listeners = new Set<(line: string) => void>()
let levelUnheard: string
const output = pino(
  {
    level: 'warn',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Of the request that is handled, or that enqueued the job.
    mixin: () => ({ request_id: requestId() }),
  },
  {
    write(line: string) {
      if (listeners.size === 0) standardError.write(line)
      for (const hear of listeners) hear(line)
    },
  },
)

const nameOf = (line: string): string => (Object.hasOwn(LINES, line) ? line : 'a line that is not listed')

const at =
  (level: 'error' | 'warn' | 'info') =>
  <Name extends Line>(fields: Fields<Name>, line: Name): void =>
    output[level](fieldsOf(line, fields), nameOf(line))

export const log = {
  error: at('error'),
  warn: at('warn'),
  info: at('info'),
  get level(): string {
    return output.level
  },
  set level(level: string) {
    output.level = level
  },
}

/** For tests: passes every line, down to debug, to `hear` instead of standard error. Returns a function to stop. */
export function hearLog(hear: (line: string) => void): () => void {
  if (listeners.size === 0) levelUnheard = output.level
  output.level = 'debug'
  listeners.add(hear)
  return () => {
    listeners.delete(hear)
    if (listeners.size === 0) output.level = levelUnheard
  }
}
