/** Statements for the onboarding steps. */
export const setStep = {
  name: 'set-onboarding-step',
  text: 'update users set current_onboarding_step = $2 where id = $1 and not on_boarding_complete',
}
/** A member who finishes gets full access; a trial continues with onboarding completed. */
export const finish = {
  name: 'finish-onboarding',
  text: `update users set on_boarding_complete = true, registered = true, current_onboarding_step = null,
      current_state = case when current_state = 'onboarding' then 'full access' else current_state end
    where id = $1 and not on_boarding_complete`,
}
export const acceptAgreement = {
  name: 'accept-membership-agreement',
  text: `select accept_legal_as_shown($1, array['membership_agreement'], array[$2::integer]) as changed`,
}
