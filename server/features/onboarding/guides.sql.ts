/** Statements for the checklist, topics, tours and alerts. All are idempotent except for the display count. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const completeItem = statement(
  'complete-checklist-item',
  { userId: 'bigint', itemId: 'bigint' },
  (p) =>
    sql`insert into onboarding_checklist_completions (user_id, item_id) values (${p.userId}, ${p.itemId}) on conflict do nothing`,
)
export const completeChecklist = statement(
  'complete-checklist',
  { userId: 'bigint' },
  (p) => sql`update users set onboarding_checklist_completed = true where id = ${p.userId}`,
)
export const closeChecklist = statement(
  'close-checklist',
  { userId: 'bigint' },
  (p) =>
    sql`update users set onboarding_checklist_times_closed = onboarding_checklist_times_closed + 1 where id = ${p.userId}`,
)
export const keepChoices = statement(
  'keep-personalization-choices',
  { userId: 'bigint', choiceIds: 'bigint[]' },
  (p) => sql`
    with given_up as (delete from personalization_choices where user_id = ${p.userId} and item_id <> all(${p.choiceIds}))
    insert into personalization_choices (user_id, item_id) select ${p.userId}, i from unnest(${p.choiceIds}) i on conflict do nothing`,
)
export const viewTour = statement(
  'view-feature-tour',
  { userId: 'bigint', tourId: 'bigint' },
  (p) =>
    sql`insert into feature_tour_views (user_id, tour_id) values (${p.userId}, ${p.tourId}) on conflict do nothing`,
)
export const viewAlert = statement(
  'view-feature-alert',
  { userId: 'bigint', alertId: 'bigint' },
  (p) =>
    sql`insert into feature_alert_views (user_id, alert_id) values (${p.userId}, ${p.alertId}) on conflict do nothing`,
)
