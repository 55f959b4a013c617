export { importArchive, type ImportOptions, type ImportReport, type Outcome } from './mail.actions.ts'
export { openReportFile, reportText } from './import-report.ts'
export { NotAnMbox } from './mbox.ts'
