import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { findPassages, makeAnswer, readPassages } from './answers/make-answer.ts'
import { ownAssistant, reachedAssistant } from './assistant.access.ts'
import { assistantJobs } from './assistant.jobs.ts'
import { assistantReads } from './assistant.reads.ts'
import { registerAssistantRoutes } from './assistant.routes.ts'
import { conversationActions } from './conversations/conversations.actions.ts'
import { sendAIFeedback, updateAIUserPreferences } from './conversations/feedback.actions.ts'
import { makeWriters, type Writers } from './conversations/writers.ts'
import { quotable } from './passages/passages.access.ts'
import { passageReads } from './passages/passages.reads.ts'
import { assistantPersonalData } from './personal-data.ts'
import { makeAnswers, saveOfferedModels } from './providers/models.ts'
import { lookUpSummary, summaryReads } from './summaries/summaries.reads.ts'
import { promptActions } from './prompts/prompts.actions.ts'
import { assistantDesk } from './staff/staff.access.ts'
import { staffActions } from './staff/staff.actions.ts'
import { staffReads } from './staff/staff.reads.ts'

export const assistantFeature = defineFeature<Writers>({
  name: 'assistant',
  level: 'top',
  reads: merged(assistantReads, passageReads, summaryReads, staffReads),
  access: [ownAssistant, reachedAssistant, quotable, assistantDesk],
  personalData: assistantPersonalData,
  services: ({ pool, bus, blobs, fileTools, run, config }) => {
    const find = findPassages(run)
    const answerOf = makeAnswers({ pool, config, read: readPassages(find), embedded: makeAnswer(find) })
    return makeWriters({ pool, bus, blobs, fileTools, answerOf })
  },
  lookUps: ({ run }) => ({ thread_summary: lookUpSummary(run) }),
  start: ({ pool, config }) => saveOfferedModels(pool, config),
  actions: ({ pool, bus }, writers) => ({
    ...conversationActions(pool, bus, writers),
    ...promptActions(pool, bus),
    ...staffActions(pool, bus),
    sendAIFeedback: (call: Call<never>) => sendAIFeedback(pool, call),
    updateAIUserPreferences: (call: Call<never>) => updateAIUserPreferences(pool, call),
  }),
  jobs: () => assistantJobs,
  schedule: ['* * * * * assistant:stop-abandoned'],
  routes: (app, { readPool, blobs, sessions }) => registerAssistantRoutes(app, { pool: readPool, blobs, sessions }),
  close: (writers) => writers.close(),
})
