/** Reference lists to choose from, fetched once and cached while the page is open. */
import { queryOptions } from '@tanstack/react-query'
import {
  GetAdditionalAreas,
  GetAreasOfResponsibility,
  GetBusinessModels,
  GetChapters,
  GetCompanyTypes,
  GetEmploymentStatuses,
  GetExpertises,
  GetLocations,
  IndustryGroup,
  LawFirms,
  LawSchool,
  industries,
  interests,
  type GetLocationsQuery,
  type Operation,
} from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'

export interface Choice {
  id: number
  name: string
}

/** Query for an operation that returns a single list. */
const listQuery = <Item extends { id: number; name: string }>(operation: Operation<object, object>) =>
  queryOptions({
    queryKey: [operation.name, 'choices'] as const,
    queryFn: async ({ signal }) => Object.values(await execute(operation, {}, { signal }))[0] as Item[],
    staleTime: Infinity,
  })
const list = (operation: unknown) => listQuery<Choice>(operation as Operation<object, object>)

export const LISTS = {
  chapters: list(GetChapters),
  business_types: list(GetCompanyTypes),
  business_models: list(GetBusinessModels),
  employment_statuses: list(GetEmploymentStatuses),
  areas_of_expertise: list(GetExpertises),
  areas_of_responsibility: list(GetAreasOfResponsibility),
  additional_areas: list(GetAdditionalAreas),
  industries: list(industries),
  industry_groups: list(IndustryGroup),
  interests: list(interests),
  law_firms: list(LawFirms),
  law_schools: list(LawSchool),
} as const
export type ListName = keyof typeof LISTS

export type Place = GetLocationsQuery['locations'][number]
export const locationsQuery = listQuery<Place>(GetLocations as Operation<object, object>)
