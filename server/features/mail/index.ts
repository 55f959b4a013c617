import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { makeScan } from '#server/platform/uploads/scan.ts'
import { uploadCleaner } from '#server/platform/uploads/clean-uploads.ts'
import { registerArchiveRoutes } from './mail.routes.ts'
import { mailDesk } from './desk/mail-desk.access.ts'
import { rejectHeldMail, releaseHeldMail, resumeMemberMail, sendMailAgain } from './desk/mail-desk.actions.ts'
import { mailDeskReads } from './desk/mail-desk.reads.ts'
import { inboundJobs, type InboundServices } from './inbound/inbound.jobs.ts'
import { acceptMail, findOurs } from './inbound/accept.ts'
import { startListener, type Listener } from './inbound/listener.ts'
import { InboundReader } from './inbound/inbound-reader.ts'
import { registerInboundRoutes, registerSentMailRoute } from './inbound/inbound.routes.ts'
import { addCutLines, postHeldMail } from './held/own-mails.actions.ts'
import { DIGEST_SCHEDULE, digestJobs, enqueueDigests } from './digest/digest.jobs.ts'
import { mailLists } from './lists/lists.access.ts'
import { resumeMail, saveMailList, updateMailChoice, updateMailWords } from './lists/lists.actions.ts'
import { listReads } from './lists/lists.reads.ts'
import { registerListRoutes } from './lists/lists.routes.ts'
import { mailPersonalData } from './personal-data.ts'
import { sendingFollowers, sendingJobs, type MailSettings } from './sending/sending.jobs.ts'

export { importArchive, type ImportOptions, type ImportReport, type Outcome } from './mail.actions.ts'
export { openReportFile, reportText } from './import/import-report.ts'
export { readReplyAddress } from './addresses/reply-address.ts'
export { enqueueDigests, mailDesk }
export { archives } from './parsing/archive.ts'

type Services = MailSettings & InboundServices & { listener: Listener | undefined }

function listenerOf({ config, pool, bus, secret }: AppContext): Listener | undefined {
  const { MAIL_LISTEN: listen, MAIL_LISTEN_PROTOCOL: protocol, mailDomain: domain } = config
  const tools = { pool, bus, domain, secret }
  return listen
    ? startListener({
        ...{ listen, protocol, domain },
        isOurs: async (address) => (await findOurs(tools, [address])).length > 0,
        accept: (envelope, raw) => acceptMail(tools, envelope, raw),
      })
    : undefined
}

function mailServices(context: AppContext): Services {
  const { config, email, secret, pool, blobs, fileTools } = context
  return {
    ...email,
    secret,
    domain: config.mailDomain,
    blobs,
    scan: makeScan(config.CLAMD_URL),
    clean: uploadCleaner(pool, blobs, fileTools),
    reader: new InboundReader(),
    dns: config.MAIL_DNS,
    listener: listenerOf(context),
  }
}

/** Discussions by email. */
export const mailFeature = defineFeature<Services>({
  name: 'mail',
  level: 'around',
  besides: ['notifications'],
  reads: merged(listReads, mailDeskReads),
  access: [mailLists, mailDesk],
  personalData: mailPersonalData,
  services: mailServices,
  actions: ({ pool, bus }, services) => ({
    postHeldMail: (call: Call<never>) => postHeldMail({ ...services, pool, bus }, call),
    sendMailAgain: (call: Call<never>) => sendMailAgain({ pool, bus }, call),
    resumeMemberMail: (call: Call<never>) => resumeMemberMail({ pool, bus }, call),
    releaseHeldMail: (call: Call<never>) => releaseHeldMail({ ...services, pool, bus }, call),
    rejectHeldMail: (call: Call<never>) => rejectHeldMail({ pool, bus }, call),
    addCutLines: (call: Call<never>) => addCutLines({ ...services, pool, bus }, call),
    updateMailChoice: (call: Call<never>) => updateMailChoice(pool, call),
    updateMailWords: (call: Call<never>) => updateMailWords(pool, call),
    resumeMail: (call: Call<never>) => resumeMail(pool, call),
    saveMailList: (call: Call<never>) => saveMailList(pool, bus, call),
  }),
  routes: async (app, { pool, bus, blobs, secret, config, sessions }) => {
    registerSentMailRoute(app, { pool, sessions })
    registerArchiveRoutes(app, { pool, bus, blobs, sessions })
    await registerListRoutes(app, { pool, secret })
    const { MAIL_INBOUND_SECRET: inboundSecret, mailDomain: domain } = config
    registerInboundRoutes(app, { pool, bus, secret, domain, inboundSecret })
  },
  jobs: (_, services) => ({ ...sendingJobs(services), ...digestJobs(services), ...inboundJobs(services) }),
  schedule: [DIGEST_SCHEDULE, '51 4 * * * mail:sweep-inbound'],
  close: async ({ reader, listener }) => {
    await listener?.close()
    await reader.close()
  },
  followers: sendingFollowers,
})
