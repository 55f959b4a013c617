import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
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
export { enqueueDigests }
export { NotAnMbox } from './parsing/mbox.ts'

const mailSettings = ({ config, email, secret }: AppContext): MailSettings => ({
  ...email,
  secret,
  domain: config.mailDomain,
})

/** Discussions by email. Archives are imported by the command line only. */
export const mailFeature = defineFeature<MailSettings>({
  name: 'mail',
  level: 'around',
  besides: ['notifications'],
  reads: listReads,
  access: [mailLists],
  personalData: mailPersonalData,
  services: mailSettings,
  actions: ({ pool, bus }) => ({
    updateMailChoice: (call: Call<never>) => updateMailChoice(pool, call),
    updateMailWords: (call: Call<never>) => updateMailWords(pool, call),
    resumeMail: (call: Call<never>) => resumeMail(pool, call),
    saveMailList: (call: Call<never>) => saveMailList(pool, bus, call),
  }),
  routes: (app, { pool, secret }) => registerListRoutes(app, { pool, secret }),
  jobs: (_, settings) => ({ ...sendingJobs(settings), ...digestJobs(settings) }),
  schedule: [DIGEST_SCHEDULE],
  followers: sendingFollowers,
})
