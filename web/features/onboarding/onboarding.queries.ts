/** Queries for the onboarding steps and the first visits to Home. */
import { type QueryClient } from '@tanstack/react-query'
import { initialUserQuery } from '#web/platform/session/session.ts'
import {
  CloseOnboardingChecklist,
  CompleteOnboardingChecklist,
  CompleteOnboardingChecklistItem,
  GetFeatureAlerts,
  GetLegalDocument,
  GetOnboardingChecklistItems,
  GetOnboardingWelcomeVideo,
  GetPersonalizationItems,
  GetUnviewedFeatureTours,
  GetUserPersonalizationItems,
  GetWelcomePageLabels,
  Onboarding,
  type OnboardingQuery,
} from '#api/operations.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export type Invitee = OnboardingQuery['viewer']

/** Always refetched when a step opens: another device may have continued. */
export const onboardingQuery = { ...operationQuery(Onboarding, {}), ...shellQuery, staleTime: 0 }
const KEPT_MS = 300_000
export const labelsQuery = operationQuery(GetWelcomePageLabels, {}, { staleTime: KEPT_MS })
export const videoQuery = operationQuery(GetOnboardingWelcomeVideo, {}, { staleTime: KEPT_MS })
export const checklistQuery = operationQuery(GetOnboardingChecklistItems, {}, { staleTime: 0 })
export const toursQuery = operationQuery(GetUnviewedFeatureTours, {}, { staleTime: Infinity, retry: false })
export const alertsQuery = operationQuery(GetFeatureAlerts, {}, { staleTime: KEPT_MS, retry: false })
export const offeredQuery = (peerNetworkId: number) => operationQuery(GetPersonalizationItems, { peerNetworkId })
export const chosenQuery = operationQuery(GetUserPersonalizationItems, {}, { staleTime: 0 })
export const legalQuery = (kind: LegalKind) => operationQuery(GetLegalDocument, { kind }, { staleTime: KEPT_MS })

export const updateInvitee = (client: QueryClient, viewer: Invitee): void =>
  void client.setQueryData(onboardingQuery.queryKey, { viewer })

/* The checklist is in the first view of Home, and `useCommand` is not, so these call `execute`. Both are idempotent. */

/** The device remembers this even if the request fails; the server only counts it for staff. */
export const countClosedChecklist = () => execute(CloseOnboardingChecklist, {}).catch(showErrorToast)

export const finishChecklist = (client: QueryClient) =>
  execute(CompleteOnboardingChecklist, {}).then(
    () =>
      client.setQueryData(initialUserQuery.queryKey, (known) =>
        known ? { viewer: { ...known.viewer, onboarding_checklist_completed: true } } : known,
      ),
    showErrorToast,
  )

export const completeItem = (client: QueryClient, key: string) =>
  execute(CompleteOnboardingChecklistItem, { key }).then(
    ({ completeOnboardingChecklistItem: item }) =>
      client.setQueryData(
        checklistQuery.queryKey,
        (known) =>
          known && {
            onboarding_checklist_items: known.onboarding_checklist_items.map((each) =>
              each.key === key ? item : each,
            ),
          },
      ),
    showErrorToast,
  )
