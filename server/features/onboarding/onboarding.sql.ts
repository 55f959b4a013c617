/** Statements for the onboarding steps. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const setStep = statement(
  'set-onboarding-step',
  { userId: 'bigint', currentOnboardingStep: 'text' },
  (p) =>
    sql`update users set current_onboarding_step = ${p.currentOnboardingStep} where id = ${p.userId} and not on_boarding_complete`,
)
/** A member who finishes gets full access; a trial continues with onboarding completed. */
export const finish = statement(
  'finish-onboarding',
  { userId: 'bigint' },
  (p) => sql`update users set on_boarding_complete = true, registered = true, current_onboarding_step = null,
      current_state = case when current_state = 'onboarding' then 'full access' else current_state end
    where id = ${p.userId} and not on_boarding_complete`,
)
export const acceptAgreement = statement(
  'accept-membership-agreement',
  { userId: 'bigint', version: 'integer' },
  (p) => sql`select accept_legal_as_shown(${p.userId}, array['membership_agreement'], array[${p.version}]) as changed`,
)
