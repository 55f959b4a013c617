/** Queries for staff who edit guides and legal texts, and what to refetch after changes. */
import type { QueryClient } from '@tanstack/react-query'
import {
  GetLegalDocument,
  GetFeatureAlerts,
  GetOnboardingChecklistItems,
  GetPersonalizationItems,
  GetStaffActs,
  GetStaffGuides,
  GetStaffLegalTexts,
  GetStaffNetworks,
  GetUnviewedFeatureTours,
  type GuideCardFragment,
  type LegalTextCardFragment,
} from '#api/operations.ts'
import type { GuideKind } from '#shared/guides.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Guide = Omit<GuideCardFragment, 'fields'> & { fields: Record<string, unknown> }
export type LegalText = LegalTextCardFragment

export const guidesQuery = (kind: GuideKind) => operationQuery(GetStaffGuides, { kind }, { staleTime: 0 })
export const legalTextsQuery = operationQuery(GetStaffLegalTexts, {}, { staleTime: 0 })
export const networksQuery = operationQuery(GetStaffNetworks, {})

const SHOWN = [
  GetStaffGuides,
  GetStaffLegalTexts,
  GetStaffActs,
  GetOnboardingChecklistItems,
  GetUnviewedFeatureTours,
  GetFeatureAlerts,
  GetPersonalizationItems,
  GetLegalDocument,
]

/** Queries of these staff pages, and of the guides that staff see as members. */
export const GUIDE_KEYS = SHOWN.map(({ name }) => [name])
export const refreshGuides = (client: QueryClient) =>
  Promise.all(GUIDE_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
