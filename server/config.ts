/** All configuration, read once. No other server file reads `process.env`. */
import path from 'node:path'
import { z } from 'zod'

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/
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
/** URLs that we call or give to members. */
const calledUrl = url('https:', 'http:').refine(
  (text) => !URL.canParse(text) || new URL(text).protocol === 'https:' || THIS_MACHINE.test(new URL(text).hostname),
  { error: 'must begin with https://, unless it is on this machine' },
)
const hostAndPort = z
  .string()
  .regex(/^([\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i, 'must be an address and a port, such as 127.0.0.1:2525')
/** `s3://bucket`, with a prefix if the bucket also has other things in it. */
const bucketUrl = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/, 'must be a bucket, as s3://bucket')
const address = z.email({ error: 'must be an email address' })

/** Each setting with its description; docs/operations.md prints this table. */
export const SETTINGS = {
  PORT: whole(0, 65_535).default(4000).describe('Port for the web server; 0 picks a free port.'),
  HOST: z
    .string()
    .optional()
    .describe('Address to listen on. 127.0.0.1 with the demo community, otherwise all addresses.'),
  PUBLIC_URL: url('http:', 'https:').optional().describe('Public address of the site. Default http://localhost:PORT.'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder for the embedded database, files and secrets.'),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('PostgreSQL 15 or newer. If unset, an embedded database is used.'),
  DATABASE_READ_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe(
      'A streaming replica of DATABASE_URL for reads, connected to directly. If unset, DATABASE_URL answers all.',
    ),
  DEMO: onOff.optional().describe('The demo community and its accounts. On with the embedded database, off otherwise.'),
  SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Signs sessions. If unset, one is stored in DATA_DIR. Multiple servers must share the same secret.'),
  REDIS_URL: url('redis:', 'rediss:')
    .optional()
    .describe('Carries live signals between servers instead of PostgreSQL.'),
  CLAMD_URL: url('tcp:')
    .optional()
    .describe('clamd server that scans every upload, as tcp://host:3310. If unset, only the test virus is detected.'),
  FILES_URL: bucketUrl
    .optional()
    .describe('Bucket for files, as s3://bucket or s3://bucket/prefix. If unset, they are in DATA_DIR.'),
  FILES_OTHER_URL: z
    .union([z.literal('local'), bucketUrl], { error: 'must be local, or a bucket as s3://bucket' })
    .optional()
    .describe('Second store that is also read while files are copied: local, or a bucket.'),
  FILES_S3_ENDPOINT: calledUrl.optional().describe('Address of the S3-compatible store. Required with a bucket.'),
  FILES_S3_REGION: z.string().min(1).default('auto').describe('Region of the bucket, as the store names it.'),
  FILES_S3_KEY: z.string().min(1).optional().describe('Access key for the bucket. Required with a bucket.'),
  FILES_S3_SECRET: z.string().min(1).optional().describe('Secret of that access key. Required with a bucket.'),
  BACKUP_URL: z
    .string()
    .min(1)
    .optional()
    .describe('Folder or bucket (s3://bucket/prefix) to which the server backs itself up. If unset, it doesn’t.'),
  BACKUP_KEY: z
    .base64({ error: 'must be 32 bytes in base64' })
    .optional()
    .describe('Key that encrypts backups, as npm run backup -- key prints it. Without it, no backup can be read.'),
  BACKUP_KEY_FILE: z.string().min(1).optional().describe('File with that key, in place of BACKUP_KEY.'),
  BACKUP_DAYS: whole(1, 3_650)
    .default(14)
    .describe('Days of which every moment can be restored; older backups are deleted.'),
  LOGIN_ATTEMPTS: whole(1, 100_000)
    .optional()
    .describe(
      'Sign-in attempts allowed per account in 15 minutes; the last ones are slowed. Default 10; 100 in the demo.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token required to read /metrics. If unset, /metrics isn’t available.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: calledUrl
    .optional()
    .describe(
      'OpenTelemetry collector that traces are sent to, such as http://localhost:4318. If unset, nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=]+(,[\w-]+=[^,=]+)*$/, 'must be name=value, separated by commas')
    .optional()
    .describe('Headers for that collector, as name=value, separated by commas.'),
  OTEL_TRACES_SHARE: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1)
    .describe('Share of the requests that are traced, from 0 to 1.'),
  SECURITY_EVENTS_DAYS: whole(30, 3_650)
    .default(365)
    .describe('Days for which security events are kept; then they are deleted.'),
  ANALYTICS_EVENT_DAYS: whole(1, 3_650)
    .default(180)
    .describe('Days for which events of use are kept; then they are deleted, and the sums of each day remain.'),
  CERTIFICATE_KEY: z
    .string()
    .optional()
    .describe(
      'Ed25519 key that signs CLE certificates, as PKCS#8 DER in base64. If unset, one is stored in DATA_DIR. Multiple servers must share the same key.',
    ),
  TRUST_PROXY: onOff
    .default('off')
    .describe('Trust X-Forwarded-For, X-Forwarded-Proto and X-Request-Id. Turn on only behind a proxy that sets them.'),
  JOBS: z
    .enum(['on', 'off', 'only'], { error: 'must be on, off, or only' })
    .default('on')
    .describe('Run background jobs in this process; with only, it serves no members, just health and metrics.'),
  MAINTENANCE: z.string().default('').describe('Set to true to replace every page with the maintenance screen.'),
  ANALYTICS_WRITE_KEY: z
    .string()
    .default('')
    .describe('Write key for the analytics snippet. If unset, the snippet isn’t loaded.'),
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
    .describe('SMTP server for outgoing email. If unset, email stays in the local outbox, where staff can read it.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an email address, or a name and an email address in <>',
    )
    .default('Counterpart <no-reply@counterpart.test>')
    .describe('Sender for outgoing email.'),
  MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain name, such as lists.example.com')
    .optional()
    .describe('Domain of the mailing lists and of reply addresses. If unset, the domain of MAIL_FROM.'),
  DKIM_KEY: z
    .base64({ error: 'must be a PEM private key in base64' })
    .optional()
    .describe('Private key that signs outgoing email (DKIM), as PEM in base64. If unset, email is not signed here.'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a DNS label')
    .default('counterpart')
    .describe('DKIM selector: the first label of the DNS record with the public key.'),
  MAIL_INBOUND_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Shared secret that signs email handed over at /api/mail/inbound. If unset, that address isn’t available.',
    ),
  MAIL_LISTEN: hostAndPort
    .optional()
    .describe('Host and port on which email is received, such as 127.0.0.1:2525. If unset, nothing listens.'),
  MAIL_LISTEN_PROTOCOL: z
    .enum(['smtp', 'lmtp'], { error: 'must be smtp or lmtp' })
    .default('smtp')
    .describe('Protocol of MAIL_LISTEN: smtp for any sender, lmtp only for our own mail server in front.'),
  MAIL_DNS: hostAndPort
    .optional()
    .describe('DNS server, as address:port, that is asked whether email is genuine. If unset, that of the system.'),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('Stripe secret key for payments. If unset, a built-in test provider is used.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Signing secret for the Stripe webhook at /api/billing/webhook. Required with STRIPE_SECRET_KEY.'),
  STRIPE_TAX: onOff
    .default('off')
    .describe(
      'Stripe Tax calculates the tax and asks for the address and tax number at payment. Set it up there first.',
    ),
  STRIPE_URL: calledUrl.optional().describe('Stripe API address, if not the default.'),
  ASSISTANT_PROVIDER: z
    .enum(['embedded', 'openai', 'anthropic'], { error: 'must be embedded, openai or anthropic' })
    .default('embedded')
    .describe(
      'What words the answers of the assistant: nothing, or models of an OpenAI-compatible or Anthropic API, besides members’ own sentences.',
    ),
  ASSISTANT_URL: calledUrl
    .optional()
    .describe('Base address of that API, such as https://llm.example.com/v1. Required with a provider.'),
  ASSISTANT_KEY: z.string().optional().describe('Key of that API.'),
  ASSISTANT_MODELS: z
    .string()
    .optional()
    .describe(
      'Models that members can choose, the first by default, as name or name=shown name, separated by commas. Required with a provider.',
    ),
  ASSISTANT_TOKENS_PER_MONTH: whole(0, 1_000_000_000)
    .default(5_000_000)
    .describe('Tokens that the members of one network can use in a month; then members’ own sentences answer.'),
  WEBHOOKS_TO_PRIVATE: onOff
    .default('off')
    .describe(
      'Webhooks may call addresses of a private network, and without TLS. Turn on only where that network is yours.',
    ),
  SINGLE_SIGN_ON_TO_PRIVATE: onOff
    .default('off')
    .describe(
      'Identity providers may have addresses of a private network, and no TLS. Turn on only where that network is yours.',
    ),
  PUSH_SERVICES: z
    .string()
    .optional()
    .describe('Push service hosts we may call, or none. Defaults to those of common browsers.'),
  APP_PUSH_URL: calledUrl.optional().describe('Push gateway for the mobile app wrapper. If unset, apps get no push.'),
  APP_PUSH_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for that gateway.'),
  CONFIRM_NEW_DEVICES: onOff
    .optional()
    .describe('Require an emailed code on new devices. Default on with SMTP_URL; off without it, and in the demo.'),
  LPLUS_URL: calledUrl
    .optional()
    .describe('Partner learning site that members open with a token. If unset, it’s not offered.'),
  LPLUS_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Shared secret that signs tokens for the partner’s learning site.'),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('warn').describe('Log level.'),
  BROWSER_LOG_LEVEL: whole(0, 7)
    .default(7)
    .describe('What the console of the browser is told: 3 errors, 4 warnings too, 6 notes, 7 everything.'),
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
  mailDomain: string
}

export const domainOf = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

/** An error that the operator can fix; shown without a stack. */
export class StartError extends Error {}

const refusedSettings = (mistakes: readonly string[]) =>
  new StartError(
    `Counterpart can’t start with these settings:
${mistakes.map((mistake) => `  ${mistake}.`).join('\n')}
Every setting is described in docs/operations.md.`,
  )

const usesBucket = ({ FILES_URL, FILES_OTHER_URL }: Settings) =>
  [FILES_URL, FILES_OTHER_URL].some((url) => url?.startsWith('s3:'))

/** Reads the settings. Throws one StartError that lists every mistake. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const set = Object.entries(env).filter(([, value]) => value !== '' && value !== undefined)
  const parsed = schema.safeParse(Object.fromEntries(set.filter(([key]) => key in SETTINGS)))
  if (!parsed.success)
    throw refusedSettings(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const settings = parsed.data
  if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_WEBHOOK_SECRET === undefined))
    throw refusedSettings(['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together'])
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined)
    throw refusedSettings(['DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica'])
  const { ASSISTANT_PROVIDER: provider, ASSISTANT_URL: modelsAt, ASSISTANT_MODELS: models } = settings
  if (provider !== 'embedded' && (modelsAt === undefined || models === undefined))
    throw refusedSettings(['ASSISTANT_URL and ASSISTANT_MODELS must be set together with ASSISTANT_PROVIDER'])
  if (usesBucket(settings) && !(settings.FILES_S3_ENDPOINT && settings.FILES_S3_KEY && settings.FILES_S3_SECRET))
    throw refusedSettings(['FILES_S3_ENDPOINT, FILES_S3_KEY and FILES_S3_SECRET must be set together with a bucket'])
  if ((settings.FILES_URL ?? 'local') === settings.FILES_OTHER_URL)
    throw refusedSettings(['FILES_OTHER_URL must be another store than FILES_URL'])
  if (settings.BACKUP_URL && !settings.BACKUP_KEY && !settings.BACKUP_KEY_FILE)
    throw refusedSettings(['BACKUP_KEY or BACKUP_KEY_FILE must be set with BACKUP_URL'])
  const embedded = settings.DATABASE_URL === undefined
  const demo = settings.DEMO === undefined ? embedded : settings.DEMO === 'on'
  return {
    ...settings,
    // The demo's passwords are public, so by default it listens on this machine only.
    HOST: settings.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    embedded,
    demo,
    // Without a mail server the code would reach nobody: an owner would be locked out on a second device.
    confirmNewDevices:
      settings.CONFIRM_NEW_DEVICES === undefined
        ? !demo && settings.SMTP_URL !== undefined
        : settings.CONFIRM_NEW_DEVICES === 'on',
    attempts: settings.LOGIN_ATTEMPTS ?? (demo ? 100 : 10),
    dataDir: path.resolve(settings.DATA_DIR),
    mailDomain: settings.MAIL_DOMAIN ?? domainOf(settings.MAIL_FROM),
    secure: settings.PUBLIC_URL?.startsWith('https:') ?? false,
  }
}
