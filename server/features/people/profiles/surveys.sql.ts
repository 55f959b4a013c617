import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { SURVEY_AGAIN_DAYS, SURVEY_CANCELLED_DAYS } from '#shared/profiles.ts'

/** Stores the answers and the date of the next survey in one statement. */
export const insertSurvey = statement(
  'insert-survey',
  { userId: 'bigint', answers: 'jsonb', source: 'text' },
  (p) => sql`
    with asked as (
      update users set next_profile_update_date = now() + interval '${SURVEY_AGAIN_DAYS} days' where id = ${p.userId})
    insert into user_surveys (user_id, answers, source) values (${p.userId}, ${p.answers}, ${p.source}) returning id`,
)
export const insertCancelled = statement(
  'insert-cancelled-survey',
  { userId: 'bigint', source: 'text', placement: 'text' },
  (p) => sql`
    with asked as (
      update users set next_profile_update_date = now() + interval '${SURVEY_CANCELLED_DAYS} days' where id = ${p.userId})
    insert into user_surveys (user_id, source, placement, cancelled_at) values (${p.userId}, ${p.source}, ${p.placement}, now()) returning id`,
)
export const touchPresence = statement(
  'touch-presence',
  { userId: 'bigint' },
  (p) => sql`update users set last_online_at = now() where id = ${p.userId} and shows_presence`,
)
