/** All threads of the demo, and their ids. */
import { executiveLastYear } from './discussions/executive-last-year.ts'
import { executiveMore } from './discussions/executive-more.ts'
import { executiveThreads } from './discussions/executive.ts'
import { financeEarlier } from './discussions/finance-earlier.ts'
import { financeLastYear } from './discussions/finance-last-year.ts'
import { financeQuickQuestions } from './discussions/finance-quick-questions.ts'
import { financeThisMonth } from './discussions/finance-this-month.ts'
import { legalEarlier } from './discussions/legal-earlier.ts'
import { legalLastMonth } from './discussions/legal-last-month.ts'
import { legalLastYear } from './discussions/legal-last-year.ts'
import { legalLongThread } from './discussions/legal-long-thread.ts'
import { legalQuickQuestions } from './discussions/legal-quick-questions.ts'
import { legalThisWeek } from './discussions/legal-this-week.ts'
import { recommendationRequests } from './discussions/recommendation-requests.ts'
import { theSuiteThreads } from './discussions/the-suite.ts'
import type { ThreadSeed } from './discussions/thread.ts'

export const threads: readonly ThreadSeed[] = [
  ...legalThisWeek,
  ...legalQuickQuestions,
  ...legalLongThread,
  ...legalLastMonth,
  ...legalEarlier,
  ...legalLastYear,
  ...financeThisMonth,
  ...financeQuickQuestions,
  ...financeEarlier,
  ...financeLastYear,
  ...executiveThreads,
  ...executiveMore,
  ...executiveLastYear,
  ...theSuiteThreads,
  ...recommendationRequests,
]
