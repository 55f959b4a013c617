/** What the steps ask for, and how a step is left. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
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
  UpdateOnboardingStep,
  type OnboardingQuery,
  type UpdateOnboardingStepMutationVariables,
} from '#api/operations.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { FINISHED, isStep, STEP_PATHS } from '#shared/onboarding.ts'
import { ROUTES } from '#shared/routes.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

type Target = UpdateOnboardingStepMutationVariables['step']
export type Invitee = OnboardingQuery['viewer']

/** Never taken from memory when a step is entered: another device may have gone on. */
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

/*
 * The list of first things is in the first view of Home, and useCommand is not. Doing the same twice changes nothing.
 */

/** The device remembers it in any case; the count is for those who make the list. */
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

/** Goes to another step: stored first, so that another device finds the same place. */
export function useGoToStep() {
  const client = useQueryClient()
  return async (step: string): Promise<void> => {
    try {
      const { updateOnboardingStep } = await execute(UpdateOnboardingStep, { step: step as Target })
      if (step === FINISHED) return location.assign(ROUTES.home)
      updateInvitee(client, updateOnboardingStep)
      if (isStep(step)) navigateTo(STEP_PATHS[step])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Finished meanwhile on another device, or asked for the terms alone: there is no step left.
      if (error.code === 'onboarding.finished') return location.assign(ROUTES.home)
      showErrorToast(error)
      if (error.code === 'onboarding.step_open' && isStep(error.field)) navigateTo(STEP_PATHS[error.field])
    }
  }
}
