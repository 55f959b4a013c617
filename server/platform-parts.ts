/** Parts of the server that are not features. */
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { auditJobs } from '#server/platform/audit/audit.jobs.ts'
import { backupJobs } from '#server/platform/backup/backup.jobs.ts'
import { definePart } from '#server/platform/feature.ts'
import { registerFaviconRoutes } from '#server/platform/http/favicons.ts'
import { registerSecurityTxt } from '#server/platform/http/security-txt.ts'
import { webVersion } from '#server/platform/http/web.ts'
import { limitJobs } from '#server/platform/limits/limits.jobs.ts'
import { endTracing, startTracing } from '#server/platform/log/tracing.ts'
import { platformPersonalData } from '#server/platform/platform-personal-data.ts'
import { mailerJobs } from '#server/platform/mailer/mailer.jobs.ts'
import { registerOutbox } from '#server/platform/mailer/outbox.routes.ts'
import { registerTestMail } from '#server/platform/mailer/test-mail.routes.ts'
import { dkimOf, smtpTransport, type Transport } from '#server/platform/mailer/transport.ts'
import { makeScan } from '#server/platform/uploads/scan.ts'
import { registerResumableRoutes } from '#server/platform/uploads/resumable.routes.ts'
import { uploadJobs } from '#server/platform/uploads/uploads.jobs.ts'
import { registerUploadRoutes } from '#server/platform/uploads/uploads.routes.ts'

/** Beside the stored files, so that a finished one is only moved. */
const resumableFolder = (dataDir: string) => path.join(dataDir, 'files', 'resumable')

/** Pairs of name=value, as the standard setting has them. */
const headersOf = (text = '') =>
  Object.fromEntries(text.split(',').flatMap((pair) => (pair ? [pair.split('=', 2)] : [])))

async function startTracingOf(config: Config): Promise<void> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_TRACES_SHARE: share,
  } = config
  if (endpoint) await startTracing({ endpoint, headers: headersOf(headers), share, version: webVersion() })
}

export const PLATFORM_PARTS = [
  definePart({ name: 'tracing', start: ({ config }) => startTracingOf(config), close: endTracing }),
  definePart({ name: 'shared tables', personalData: platformPersonalData }),
  definePart<Transport | undefined>({
    name: 'mailer',
    services: ({ config }) =>
      config.SMTP_URL
        ? smtpTransport({ url: config.SMTP_URL, from: config.MAIL_FROM, dkim: dkimOf(config) })
        : undefined,
    jobs: (_, transport) => mailerJobs(transport),
    schedule: ['41 4 * * * mailer:sweep'],
    close: async (transport) => transport?.close(),
    routes: (app, { config, pool, bus, sessions, email }, transport) => {
      registerOutbox(app, { pool, sessions, hasTransport: config.SMTP_URL !== undefined })
      registerTestMail(app, { config, pool, bus, sessions, email, transport })
    },
  }),
  definePart({
    name: 'uploads',
    jobs: ({ config, blobs }) => uploadJobs(blobs, resumableFolder(config.dataDir)),
    schedule: ['27 * * * * uploads:sweep'],
    routes: async (app, { config, pool, blobs, sessions }) => {
      const uploads = { pool, blobs, sessions, scan: makeScan(config.CLAMD_URL) }
      await registerUploadRoutes(app, uploads)
      await registerResumableRoutes(app, { ...uploads, folder: resumableFolder(config.dataDir) })
    },
  }),
  definePart({
    name: 'audit',
    jobs: ({ config }) => auditJobs(config.SECURITY_EVENTS_DAYS),
    schedule: ['31 4 * * * audit:sweep'],
  }),
  definePart({
    name: 'backups',
    jobs: backupJobs,
    schedule: ['* * * * * backup:log', '*/10 * * * * backup:files', '7 2 * * * backup:take'],
  }),
  definePart({ name: 'limits', jobs: () => limitJobs, schedule: ['31 4 * * * limits:sweep'] }),
  definePart({
    name: 'public files',
    routes: (app, { config }) => {
      registerFaviconRoutes(app)
      registerSecurityTxt(app, config.SUPPORT_EMAIL, config.PUBLIC_URL)
    },
  }),
]
