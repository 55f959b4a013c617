/**
 * The authorization matrix: for every operation, which role gets which result for whose thread. The test fails if an
 * operation has no row. `outcome` returns the expected result for a role and an ownership; the response to what is not
 * allowed must be identical to the response to what does not exist.
 */
import { hasSession, ofThread, readsThread, signedIn, type Row } from './row.ts'
import { assistantRows } from './rows/assistant.ts'
import { bookmarkRows } from './rows/bookmarks.ts'
import { pollRows } from './rows/polls.ts'
import { editingRows } from './rows/editing.ts'
import { readingRows } from './rows/reading.ts'
import { cleRows } from './rows/cle.ts'
import { eventRows } from './rows/events.ts'
import { documentRows } from './rows/documents.ts'
import { expertRows } from './rows/experts.ts'
import { learningRows } from './rows/learning.ts'
import { membershipRows } from './rows/membership.ts'
import { onboardingRows } from './rows/onboarding.ts'
import { inboxRows } from './rows/inbox.ts'
import { searchRows } from './rows/search.ts'
import { moderationRows } from './rows/moderation.ts'
import { networkRows } from './rows/networks.ts'
import { notificationRows } from './rows/notifications.ts'
import { settingsRows } from './rows/settings.ts'
import { peopleRows } from './rows/people.ts'
import { recognitionRows } from './rows/recognition.ts'

/** Operations for expired members: their own record, their display preferences, and what restores the membership. */
export const ANSWERS_EXPIRED: readonly string[] = [
  'EndImpersonation',
  'InitialUser',
  'GetAITexts',
  'GetDisciplineByType',
  'Onboarding',
  'GetLegalDocument',
  'UpdateDisplayPreferences',
  'AccountSettings',
  'UpdateName',
  'UpdateProfilePicture',
  'RemoveProfilePicture',
  'UpdatePresence',
  'UpdateTimeZone',
  'UpdateEmailPreference',
  'GetMailSettings',
  'UpdatePrimaryEmail',
  'UpdateSecondaryEmail',
  'CancelEmailChange',
  'UpdatePassword',
  'GetMembership',
  'GetMembershipPrice',
  'StartCheckout',
  'SaveBillingDetails',
  'GenerateBillingPortalSessionUrl',
  'SyncUserBillingData',
  'TriggerSyncWithBilling',
  'CancelMembership',
  'ResumeMembership',
]
/** All other operations refuse expired members with the same code, before any lookup. */
const byStanding = (rows: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(rows).map(([operation, row]): [string, Row] => [
      operation,
      ANSWERS_EXPIRED.includes(operation)
        ? row
        : {
            ...row,
            outcome: (role, of) => (role === 'expired' ? 'code membership.expired' : row.outcome(role, of)),
          },
    ]),
  )

export const MATRIX: Record<string, Row> = byStanding({
  ...pollRows({ signedIn, hasSession, ofThread, readsThread }),
  ...assistantRows({ signedIn }),
  ...bookmarkRows({ signedIn, ofThread, readsThread }),
  ...editingRows({ signedIn, ofThread, readsThread }),
  ...readingRows({ signedIn, ofThread, readsThread }),
  ...eventRows({ hasSession, signedIn }),
  ...cleRows({ hasSession, signedIn }),
  ...expertRows({ hasSession, signedIn, ofThread }),
  ...learningRows({ hasSession, signedIn }),
  ...documentRows({ hasSession, signedIn }),
  ...peopleRows({ hasSession, signedIn }),
  ...recognitionRows({ hasSession, signedIn }),
  ...searchRows(signedIn),
  ...inboxRows({ hasSession, signedIn }),
  ...notificationRows({ signedIn, ofThread, readsThread }),
  InitialUser: signedIn(),
  GetAITexts: signedIn(),
  threads: signedIn(),
  Geographies: signedIn(),
  GetExpertises: signedIn(),
  GetFeatureFlag: signedIn({ key: 'x' }),
  GetDisciplineByType: { ...signedIn({ type: 'legal' }), outcome: () => 'data' },
  MentionSuggestions: ofThread(
    (thread_id) => ({ thread_id, search: 'a' }),
    () => 'data',
  ),
  thread: ofThread(
    (id) => ({ id }),
    (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
  ),
  TrackThreadView: ofThread(
    (thread_id) => ({ thread_id }),
    (role, of) => (readsThread(role, of) && of !== 'removed' ? 'data' : 'missing'),
  ),
  ReplyToThread: ofThread(
    (thread_id) => ({ thread_id, body: '<p>From the matrix.</p>' }),
    (role, of) => {
      if (!readsThread(role, of) || of === 'removed') return 'missing'
      if (role === 'expired') return 'code discussions.membership_ended'
      return of === 'closed' ? 'code discussions.closed' : 'data'
    },
  ),
  CreateThread: {
    about: 'nothing',
    variables: () => ({ topic: 'From the matrix', body: '<p>x</p>' }),
    outcome: (role) => {
      if (!hasSession(role)) return 'unauthenticated'
      return role === 'expired' ? 'code discussions.network_refused' : 'data'
    },
  },
  ...membershipRows({ signedIn }),
  ...settingsRows({ signedIn }),
  ...onboardingRows({ signedIn }),
  ...networkRows({ signedIn }),
  ...moderationRows({ signedIn, ofThread, readsThread }),
})
