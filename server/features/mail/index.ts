import { defineFeature } from '#server/platform/feature.ts'

export { importArchive, type ImportOptions, type ImportReport, type Outcome } from './mail.actions.ts'
export { openReportFile, reportText } from './import/import-report.ts'
export { NotAnMbox } from './parsing/mbox.ts'

/** Only the command line imports archives. */
export const mailFeature = defineFeature({ name: 'mail', level: 'around' })
