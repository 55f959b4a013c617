import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { answerTemplates } from './answer-templates/answer-templates.access.ts'
import { removeAnswerTemplate, saveAnswerTemplate } from './answer-templates/answer-templates.actions.ts'
import { answerTemplateReads } from './answer-templates/answer-templates.reads.ts'
import { appeals } from './appeals/appeals.access.ts'
import { appealRejection, decideAppeal } from './appeals/appeals.actions.ts'
import { appealReads } from './appeals/appeals.reads.ts'
import { review } from './moderation.access.ts'
import { claimModerationItem, closeThread, moderateItems, revealAnonymousAuthor } from './moderation.actions.ts'
import { moderationReads } from './moderation.reads.ts'
import { moderationPersonalData } from './personal-data.ts'
import { reports } from './reports.access.ts'
import { reportContent, resolveReport } from './reports.actions.ts'
import { reportReads } from './reports.reads.ts'
import { staffLog } from './staff-log/staff-log.access.ts'
import { staffLogReads } from './staff-log/staff-log.reads.ts'
import { registerStaffLogRoutes } from './staff-log/staff-log.routes.ts'
import { readingNoticeJobs, READING_NOTICES_SCHEDULE } from './reading-notices/reading-notices.jobs.ts'

export { appeals, reports, review }
export { selectChainState, type ChainState } from './staff-log/staff-log.sql.ts'

export const moderationFeature = defineFeature({
  name: 'moderation',
  level: 'top',
  reads: merged(moderationReads, reportReads, appealReads, answerTemplateReads, staffLogReads),
  access: [review, reports, appeals, answerTemplates, staffLog],
  personalData: moderationPersonalData,
  routes: registerStaffLogRoutes,
  jobs: ({ email }) => readingNoticeJobs(email),
  schedule: [READING_NOTICES_SCHEDULE],
  actions: ({ pool, bus }) => ({
    claimModerationItem: (call: Call<never>) => claimModerationItem(pool, bus, call),
    moderateItems: (call: Call<never>) => moderateItems(pool, bus, call),
    revealAnonymousAuthor: (call: Call<never>) => revealAnonymousAuthor(pool, bus, call),
    appealRejection: (call: Call<never>) => appealRejection(pool, bus, call),
    decideAppeal: (call: Call<never>) => decideAppeal(pool, bus, call),
    saveAnswerTemplate: (call: Call<never>) => saveAnswerTemplate(pool, bus, call),
    removeAnswerTemplate: (call: Call<never>) => removeAnswerTemplate(pool, bus, call),
    reportContent: (call: Call<never>) => reportContent(pool, bus, call),
    resolveReport: (call: Call<never>) => resolveReport(pool, bus, call),
    closeThread: (call: Call<never>) => closeThread(pool, bus, call, true),
    reopenThread: (call: Call<never>) => closeThread(pool, bus, call, false),
  }),
})
