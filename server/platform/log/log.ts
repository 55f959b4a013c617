/** The server's log: one JSON line per entry on standard error, so that standard output says only where it is ready. */
import { pino } from 'pino'

export const log = pino(
  {
    level: 'warn',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What members write and who they are never goes to a log.
    redact: ['*.body', '*.password', '*.email', '*.token', '*.cookie'],
    serializers: { error: pino.stdSerializers.err },
  },
  pino.destination({ dest: 2, sync: true }),
)
