import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { mailPersonalData } from './personal-data.ts'
import { sendingFollowers, sendingJobs, type MailSettings } from './sending/sending.jobs.ts'

export { importArchive, type ImportOptions, type ImportReport, type Outcome } from './mail.actions.ts'
export { openReportFile, reportText } from './import/import-report.ts'
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
  personalData: mailPersonalData,
  services: mailSettings,
  jobs: (_, settings) => sendingJobs(settings),
  followers: sendingFollowers,
})
