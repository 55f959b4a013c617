/** How problems and bugs become responses: the only place that maps errors to responses. */
import { randomBytes } from 'node:crypto'
import { log } from '#server/platform/log/log.ts'
import { Problem } from '#server/platform/problems.ts'
import { NO_ROOM_SENTENCE } from '#server/platform/storage/room.ts'

export interface Refusal {
  status: number
  code: string
  message: string
  field?: string | undefined
  error_id?: string | undefined
  /** When the same request can succeed. */
  retry_at?: string | undefined
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53200',
  '53300',
])
const TOO_SLOW = '57014'
/** PostgreSQL or the file system is out of disk space. */
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT', 'uploads.no_room'])
export const isNoRoom = (error: unknown) => NO_ROOM.has((error as { code?: string }).code ?? '')

/** The refusal for any thrown error. Anything but a Problem is logged with an error id that the member can quote. */
export function refusalOf(error: unknown, operation: string): Refusal {
  if (error instanceof Problem) {
    const { status, code, message: sentence, field, retryAt } = error
    return { status, code, message: sentence, field, retry_at: retryAt?.toISOString() }
  }
  const { code = '', statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string }
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'request.invalid', message: sentenceOf(code, message) }
  const error_id = randomBytes(5).toString('hex')
  log.error({ error, operation, error_id }, 'request failed')
  if (AWAY.has(code) || /timeout exceeded when trying to connect|Connection terminated|shutting down/.test(message)) {
    return {
      status: 503,
      code: 'unavailable',
      message: 'Our database isn’t responding right now. Nothing was lost; try again shortly.',
      error_id,
    }
  }
  if (isNoRoom(error))
    return {
      status: 503,
      code: 'no_room',
      message: NO_ROOM_SENTENCE,
      error_id,
    }
  if (code === TOO_SLOW)
    return {
      status: 503,
      code: 'too_slow',
      message: 'This took too long, so we stopped it. Narrow your search, or try again.',
      error_id,
    }
  return { status: 500, code: 'internal', message: 'An error has occurred. It has been logged.', error_id }
}

function sentenceOf(code: string, message: string): string {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'The request is too large.'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'Requests must be JSON.'
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || /JSON|prototype/i.test(message)) return 'The request isn’t valid JSON.'
  return 'We couldn’t read this request.'
}

/** The body of a refused GraphQL request. */
export const graphqlErrors = ({ code, message, field, error_id, retry_at }: Refusal) => ({
  data: null,
  errors: [
    {
      message,
      extensions: { code, ...(field && { field }), ...(error_id && { error_id }), ...(retry_at && { retry_at }) },
    },
  ],
})
