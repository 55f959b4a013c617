/** Statements for the checklist, topics, tours and alerts. All are idempotent except for the display count. */
export const completeItem = {
  name: 'complete-checklist-item',
  text: 'insert into onboarding_checklist_completions (user_id, item_id) values ($1, $2) on conflict do nothing',
}
export const completeChecklist = {
  name: 'complete-checklist',
  text: 'update users set onboarding_checklist_completed = true where id = $1',
}
export const closeChecklist = {
  name: 'close-checklist',
  text: 'update users set onboarding_checklist_times_closed = onboarding_checklist_times_closed + 1 where id = $1',
}
export const keepChoices = {
  name: 'keep-personalization-choices',
  text: `with given_up as (delete from personalization_choices where user_id = $1 and item_id <> all($2::bigint[]))
    insert into personalization_choices (user_id, item_id) select $1, i from unnest($2::bigint[]) i on conflict do nothing`,
}
export const viewTour = {
  name: 'view-feature-tour',
  text: 'insert into feature_tour_views (user_id, tour_id) values ($1, $2) on conflict do nothing',
}
export const viewAlert = {
  name: 'view-feature-alert',
  text: 'insert into feature_alert_views (user_id, alert_id) values ($1, $2) on conflict do nothing',
}
