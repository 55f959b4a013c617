import { queryOptions } from '@tanstack/react-query'
import { GetReferenceEntries, GetReferenceLists, GetSetupSteps, type GetSetupStepsQuery } from '#api/operations.ts'
import { SETUP_STEPS, type SetupMark, type SetupStep } from '#shared/setup.ts'
import { GET } from '#web/platform/api/http.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export const setupQuery = operationQuery(GetSetupSteps, {}, { staleTime: 0 })
export type SetupSteps = GetSetupStepsQuery['setup_steps']

export const markOf = (steps: SetupSteps, step: SetupMark) => steps.find((each) => each.step === step)?.state
/** Steps that are not done: a skipped one is left too. */
export const openSteps = (steps: SetupSteps): SetupStep[] =>
  SETUP_STEPS.filter((step) => markOf(steps, step) !== 'done')
/** The set-up was begun here, and is neither finished nor dismissed. */
export const isSettingUp = (steps: SetupSteps): boolean =>
  steps.length > 0 && !markOf(steps, 'checklist') && (openSteps(steps).length > 0 || !markOf(steps, 'open'))

const CHAPTERS = 50
export const chaptersQuery = operationQuery(
  GetReferenceEntries,
  { list: 'chapters', limit: CHAPTERS },
  { staleTime: Infinity },
)
export const sizesQuery = operationQuery(GetReferenceLists, {}, { staleTime: 0 })

export interface MailSettings {
  server: string | null
  from: string
  domain: string
  is_signed: boolean
}
export const mailSettingsQuery = queryOptions({
  queryKey: ['staff', 'mail-settings'],
  queryFn: async ({ signal }) => {
    const [answer, error] = await GET<{ data: MailSettings }>('/staff/mail-settings', { signal })
    if (error) throw error
    return answer.data
  },
})
