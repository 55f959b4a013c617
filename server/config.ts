/** All configuration, read once. `process.env` appears nowhere else on the server. */
import path from 'node:path'
import { z } from 'zod'

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const whole = (from: number, to: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${from} to ${to}` })
    .int()
    .min(from, `must be at least ${from}`)
    .max(to, `must be at most ${to}`)
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })
const address = z.email({ error: 'must be an e-mail address' })

/** Each setting with what it does; docs/operations.md prints this table. */
export const SETTINGS = {
  PORT: whole(0, 65_535).default(4000).describe('Port of the web server; 0 takes a free one.'),
  HOST: z
    .string()
    .optional()
    .describe('Address to listen on. 127.0.0.1 with the demo community, otherwise all addresses.'),
  PUBLIC_URL: url('http:', 'https:')
    .optional()
    .describe('Where members reach the site. http://localhost:PORT unless told otherwise.'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder for the embedded database, files and secrets.'),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('A PostgreSQL of version 15 or newer. Without it one is embedded.'),
  DATABASE_READ_URL: url('postgres:', 'postgresql:').optional().describe('A replica for reads.'),
  DEMO: onOff.optional().describe('The demo community and its accounts. On with the embedded database, off otherwise.'),
  SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Signs sessions. Kept in DATA_DIR when absent; several servers must share one.'),
  REDIS_URL: url('redis:', 'rediss:')
    .optional()
    .describe('Carries live signals between servers instead of PostgreSQL.'),
  CLAMD_URL: url('tcp:')
    .optional()
    .describe('A clamd that looks at every upload, as tcp://host:3310. Without it only the test virus is known.'),
  LOGIN_ATTEMPTS: whole(1, 100_000)
    .optional()
    .describe('Attempts to sign in for one address in 15 minutes. 10, and 100 in the demo.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Lets a caller from elsewhere read /metrics as a bearer token; from this machine it needs none.'),
  TRUST_PROXY: onOff
    .default('off')
    .describe('Believe X-Forwarded-For and X-Forwarded-Proto. Only behind a proxy that sets them.'),
  JOBS: onOff.default('on').describe('Run background jobs in this process.'),
  MAINTENANCE: z.string().default('').describe('The word true replaces every page by the maintenance screen.'),
  ANALYTICS_WRITE_KEY: z
    .string()
    .default('')
    .describe('Write key of the analytics snippet; without it the snippet is not loaded.'),
  SUPPORT_EMAIL: address
    .default('support@counterpart.test')
    .describe('Support address shown where no network is known.'),
  SUPPORT_EMAIL_LEGAL: address.default('legal@counterpart.test').describe('Support address of legal networks.'),
  SUPPORT_EMAIL_FINANCE: address.default('finance@counterpart.test').describe('Support address of finance networks.'),
  SUPPORT_EMAIL_EXECUTIVE: address
    .default('executive@counterpart.test')
    .describe('Support address of executive networks.'),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('Mail server that takes outgoing mail. Without it mail stays in the local outbox, where staff read it.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an address, or a name and an address in <>',
    )
    .default('Counterpart <no-reply@counterpart.test>')
    .describe('Sender of outgoing mail.'),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('Secret key of Stripe, which takes payments. Without it a built-in test provider stands in.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Signing secret of the Stripe webhook at /api/billing/webhook. Needed with the key.'),
  STRIPE_URL: url('http:', 'https:').optional().describe('Where the API of Stripe is, if not at its own address.'),
  PUSH_SERVICES: z
    .string()
    .optional()
    .describe('Hosts that may be called with a push, or the word none. Those of the usual browsers unless told.'),
  APP_PUSH_URL: url('https:', 'http:')
    .optional()
    .describe('Gateway that takes pushes for the app wrapper. Without it apps are not called.'),
  APP_PUSH_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for that gateway.'),
  CONFIRM_NEW_DEVICES: onOff
    .optional()
    .describe('Ask for a code sent by mail at a device not seen before. On, and off in the demo.'),
  LPLUS_URL: url('http:', 'https:')
    .optional()
    .describe('The learning site of the partner, where members arrive with a token. Without it there is none.'),
  LPLUS_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Signs the tokens for the learning site of the partner, who holds it too.'),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('warn').describe('What is written to the log.'),
  DATABASE_POOL: whole(1, 100).default(6).describe('Connections for the hot reads.'),
  DATABASE_SEARCH_POOL: whole(1, 100).default(3).describe('Connections for searches and filtered lists.'),
  DATABASE_WRITE_POOL: whole(1, 100).default(6).describe('Connections for writes.'),
}

const schema = z.object(SETTINGS)
export type Settings = z.infer<typeof schema>
export interface Config extends Omit<Settings, 'DEMO' | 'HOST'> {
  HOST: string
  demo: boolean
  embedded: boolean
  secure: boolean
  confirmNewDevices: boolean
  attempts: number
  dataDir: string
}

/** A mistake that the person who started the program can mend; shown without a stack. */
export class StartError extends Error {}

/** Reads the settings; throws one StartError that names every mistake. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([key, value]) => key in SETTINGS && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}.`)
    throw new StartError(
      `Counterpart cannot start with these settings:\n${lines.join('\n')}\nEvery setting is described in docs/operations.md.`,
    )
  }
  const settings = parsed.data
  if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_WEBHOOK_SECRET === undefined))
    throw new StartError(
      'Counterpart cannot start with these settings:\n  STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together.\nEvery setting is described in docs/operations.md.',
    )
  const embedded = settings.DATABASE_URL === undefined
  const demo = settings.DEMO === undefined ? embedded : settings.DEMO === 'on'
  return {
    ...settings,
    // The demo's passwords are public, so it is offered to this machine only unless told otherwise.
    HOST: settings.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    embedded,
    demo,
    confirmNewDevices: settings.CONFIRM_NEW_DEVICES === undefined ? !demo : settings.CONFIRM_NEW_DEVICES === 'on',
    attempts: settings.LOGIN_ATTEMPTS ?? (demo ? 100 : 10),
    dataDir: path.resolve(settings.DATA_DIR),
    secure: settings.PUBLIC_URL?.startsWith('https:') ?? false,
  }
}
