/**
 * Credits are read by their member alone; staff read the list without files and codes. An accreditation is read by those
 * who may see its event or watch its video.
 */
import { events } from '#server/features/events/index.ts'
import { checkedRelations, sql, uncheckedRelations, viewer, may } from '#server/platform/graph/sql.ts'

const amount = (minutes: ReturnType<typeof sql>) =>
  sql`cle_amount(${minutes}, r.minutes_per_credit, r.step, r.rounding, r.minimum)::double precision`
/** The rule of the state on this day, as `r`. */
const ruleOn = (jurisdiction: ReturnType<typeof sql>, day: ReturnType<typeof sql>) => sql`
  cross join lateral (
    select x.* from cle_rules x where x.jurisdiction = ${jurisdiction} and coalesce(x.valid_from, '-infinity') <= ${day}
    order by x.valid_from desc nulls last limit 1) r`

const credits = sql`
  select c.id, c.user_id, c.title, c.event_date, c.minutes, c.jurisdiction, c.origin, c.accreditation_id, c.file_name,
    c.file_type, c.file_key, c.certificate_id, c.code, c.statement, c.signature, c.created_at, c.revoked_at, c.revoke_reason,
    r.id as rule_id, r.period_months, (select a.video_id from cle_accreditations a where a.id = c.accreditation_id) as video_id, j.name as state, coalesce(s.credits::double precision, ${amount(sql`c.minutes`)}) as credits
  from cle_credits c join cle_jurisdictions j on j.code = c.jurisdiction
  left join cle_certificates s on s.id = c.certificate_id ${ruleOn(sql`c.jurisdiction`, sql`c.event_date`)}`
const accredited = sql`
  select a.*, j.name as state, ${amount(sql`a.minutes`)} as credits
  from cle_accreditations a join cle_jurisdictions j on j.code = a.jurisdiction ${ruleOn(sql`a.jurisdiction`, sql`current_date`)}`

export const cle = checkedRelations({
  own_credits: sql`${credits} where c.user_id = ${viewer.id}`,
  own_codes: sql`select k.* from cle_codes k where k.user_id = ${viewer.id}`,
  accreditations: sql`
    ${accredited} where current_date between a.valid_from and a.valid_until and (
      a.event_id in (select e.id from (${events.events.rows}) e)
      or a.video_id in (
        select v.video_id from (${events.event_videos.rows}) v where v.can_view
        union all select s.video_id from (${events.mainstage_sessions.rows}) s where s.can_view))`,
  staff_credits: sql`
    select c.id, c.user_id, c.title, c.event_date, c.minutes, c.jurisdiction, c.origin, c.credits, c.file_key is not null as has_file,
      c.certificate_id is not null as is_signed, c.created_at, c.revoked_at, c.revoke_reason
    from (${credits}) c where ${may('content')}`,
  staff_accreditations: sql`${accredited} where ${may('content')}`,
})

/** Rules are the law of the states. */
export const cleRules = uncheckedRelations({
  cle_rules: sql`
    select r.id, r.jurisdiction, j.name as state, r.minutes_per_credit, r.step, r.rounding, r.is_rounding_known, r.minimum,
      r.needed, r.period_months, r.valid_from, r.source, r.checked_on
    from cle_rules r join cle_jurisdictions j on j.code = r.jurisdiction`,
})
