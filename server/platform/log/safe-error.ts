/**
 * What a log may contain about an error: what went wrong and where, never the values. PostgreSQL repeats a rejected row
 * in `detail`, a statement in `where`, and a value in the message itself; parsers repeat what they could not parse.
 */
import { inSource } from './bundle-lines.ts'

const DEEP = 3
const FRAMES = 20
const ERRORS = 5
/** Identifiers from code and from the database. */
const WORD = /^[\w$.:/-]{1,80}$/
const FRAME = /^\s+at (?:async )?(?:[\w.$<>[\] ]+ )?\(?(?:node:|file:\/\/)?[\w./@+-]+:\d+:\d+\)?$/
/** The messages of these errors are about code; those of others may contain what members write. */
const OF_CODE = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])
const MESSAGE_LENGTH = 200

export interface SafeError {
  name?: string
  message?: string
  code?: string
  severity?: string
  constraint?: string
  table?: string
  column?: string
  routine?: string
  syscall?: string
  status?: number
  stack?: string[]
  cause?: SafeError
  errors?: SafeError[]
}

const WORDS = ['code', 'severity', 'constraint', 'table', 'column', 'routine', 'syscall'] as const

/** Drops everything that is not listed here, also in causes. */
export function safeError(error: unknown, deep = DEEP): SafeError {
  if (typeof error !== 'object' || error === null) return { name: typeof error }
  const given = error as Record<string, unknown>
  const safe: SafeError = { name: wordOf(given['name']) ?? 'Error' }
  const message = messageOf(given)
  if (message) safe.message = message
  for (const key of WORDS) {
    const word = wordOf(given[key])
    if (word !== undefined) safe[key] = word
  }
  const { status = given['statusCode'] } = given
  if (typeof status === 'number') safe.status = status
  const stack = framesOf(given)
  if (stack.length > 0) safe.stack = stack
  if (deep === 0) return safe
  if (given['cause'] !== undefined) safe.cause = safeError(given['cause'], deep - 1)
  if (Array.isArray(given['errors']))
    safe.errors = given['errors'].slice(0, ERRORS).map((each) => safeError(each, deep - 1))
  return safe
}

const wordOf = (value: unknown) => (typeof value === 'string' && WORD.test(value) ? value : undefined)

/**
 * For an error in our code: the engine's message without quoted parts. Not for JSON, because it parses outside input.
 */
function messageOf({ name, message, stack }: Record<string, unknown>): string | undefined {
  if (!OF_CODE.has(String(name)) || typeof message !== 'string') return undefined
  if (name === 'SyntaxError' || /JSON/.test(`${message} ${String(stack)}`)) return undefined
  return message
    .replaceAll(/"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?/g, '…')
    .replaceAll(/\d{3,}/g, '…')
    .slice(0, MESSAGE_LENGTH)
}

/** Only the locations: a stack begins with the message, which may have several lines. */
function framesOf({ stack, message }: Record<string, unknown>): string[] {
  if (typeof stack !== 'string') return []
  const said = typeof message === 'string' ? stack.indexOf(message) : -1
  return stack
    .slice(said < 0 ? 0 : said + String(message).length)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES)
    .map((line) => inSource(line.trim()))
}
