import { SURVEY_AGAIN_DAYS, SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'

/** Stores the answers and the date of the next survey in one statement. */
export const insertSurvey = {
  name: 'insert-survey',
  text: `
    with asked as (
      update users set next_profile_update_date = now() + interval '${SURVEY_AGAIN_DAYS} days' where id = $1)
    insert into user_surveys (user_id, answers, source) values ($1, $2::jsonb, $3) returning id`,
}
export const insertCancelled = {
  name: 'insert-cancelled-survey',
  text: `
    with asked as (
      update users set next_profile_update_date = now() + interval '${SURVEY_CANCELLED_DAYS} days' where id = $1)
    insert into user_surveys (user_id, source, placement, cancelled_at) values ($1, $2, $3, now()) returning id`,
}
export const touchPresence = {
  name: 'touch-presence',
  text: 'update users set last_online_at = now() where id = $1 and shows_presence',
}
