import { events } from '#server/features/events/index.ts'
import { people } from '#server/features/people/index.ts'
import { ownMaterials } from '#server/features/materials/index.ts'
import { define, many, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, when, type Insert } from '#server/platform/graph/sql.ts'
import {
  CLE_ACCREDITATIONS,
  CLE_CERTIFICATES_PATH,
  CLE_CODE_SECONDS,
  CLE_CREDITS,
  CLE_PAGE,
  CLE_RULES,
  VERIFY_PATH,
} from '#shared/cle.ts'
import { ROUTES } from '#shared/routes.ts'
import { cle, cleRules } from './cle.access.ts'

const text = (words: string) => trustedSql(`'${words}'`)
const EVENT_PATH = text(`${ROUTES.events}/`)
const SESSION_PATH = text(`${ROUTES.mainstage}/`)
const SECONDS = trustedSql(String(CLE_CODE_SECONDS))

const watched = (videoId: Insert) => sql`(
  select coalesce(sum(upper(r) - lower(r)), 0)::integer / 60
  from ${ownMaterials.watch_progress} p, unnest(p.watched) r where p.video_id = ${videoId})`
const videoIds = sql`select distinct a.video_id from ${cle.accreditations} a where a.video_id is not null`
const videoOf = (condition: ReturnType<typeof sql>) => sql`
  select v.video_id, ${watched(sql`v.video_id`)} as minutes from (${videoIds}) v where ${condition}`
const ofVideo = one((_, { result }) => videoOf(sql`v.video_id = ${result}`))
const creditById = one((_, { result }) => sql`select c.* from ${cle.own_credits} c where c.id = ${result}`)
const staffCreditById = one((_, { result }) => sql`select c.* from ${cle.staff_credits} c where c.id = ${result}`)
const earned = (accreditation: ReturnType<typeof sql>) =>
  sql`exists (select from ${cle.own_credits} o where o.accreditation_id = ${accreditation} and o.revoked_at is null)`

export const cleReads = define({
  Query: {
    cle_member: one(() => sql`select u.* from ${people.viewer} u`),
    cle_rules: many(() => ({
      rows: sql`select r.* from ${cleRules.cle_rules} r`,
      order: sql`r.state, r.valid_from desc nulls last, r.id`,
      cap: CLE_RULES,
    })),
    video_cle: one((_, { args }) => videoOf(sql`v.video_id = ${args['video_id']!}`)),
    staff_cle_credits: page((_, { args, given }) => {
      const search = args['search']!
      const rows = sql`
        select c.* from ${cle.staff_credits} c ${when(
          given(search),
          () => sql`
            join ${people.people} u on u.id = c.user_id
            where position(lower(${search}) in lower(u.name)) > 0 or position(lower(${search}) in lower(c.title)) > 0`,
        )}`
      return {
        rows,
        order: sql`c.id desc`,
        limit: args['limit'],
        offset: args['offset'],
        cap: CLE_PAGE,
        count: sql`select count(*)::integer from (${rows}) n`,
      }
    }),
    staff_cle_accreditations: many(() => ({
      rows: sql`select a.* from ${cle.staff_accreditations} a`,
      order: sql`a.id desc`,
      cap: CLE_ACCREDITATIONS,
    })),
  },
  Mutation: {
    checkCleCode: ofVideo,
    submitCleCode: ofVideo,
    claimCleCredit: creditById,
    addCleCredit: staffCreditById,
    confirmCleAttendance: staffCreditById,
    revokeCleCredit: staffCreditById,
    saveCleAccreditation: one(
      (_, { result }) => sql`select a.* from ${cle.staff_accreditations} a where a.id = ${result}`,
    ),
  },
  Event: {
    cle: many((e) => ({
      rows: sql`select a.* from ${cle.accreditations} a where a.event_id = ${e}.id
        or a.video_id in (select v.video_id from ${events.event_videos} v where v.event_id = ${e}.id)
        or a.video_id in (select s.video_id from ${events.mainstage_sessions} s where s.event_id = ${e}.id)`,
      order: sql`a.state, a.id`,
      cap: CLE_PAGE,
    })),
  },
  Viewer: {
    cle_credits: many(() => ({
      rows: sql`select c.* from ${cle.own_credits} c`,
      order: sql`c.event_date desc, c.id desc`,
      cap: CLE_CREDITS,
    })),
    cle_videos: many(() => ({
      rows: videoOf(sql`
        exists (select from ${cle.own_codes} k where k.video_id = v.video_id)
        and exists (select from ${cle.accreditations} a where a.video_id = v.video_id and not ${earned(sql`a.id`)})`),
      order: sql`v.video_id`,
      cap: CLE_PAGE,
    })),
  },
  CleCredit: {
    rule: one((c) => sql`select r.* from ${cleRules.cle_rules} r where r.id = ${c}.rule_id`),
    number: value((c) => sql`(${c}.statement::json->>'accreditation')`),
    num_of_codes: value(
      (c) =>
        sql`(select count(*)::integer from ${cle.own_codes} k where k.video_id = ${c}.video_id and k.answered_at is not null)`,
    ),
    certificate_url: value(
      (c) => sql`case when coalesce(${c}.file_key, ${c}.signature) is not null and ${c}.revoked_at is null
        then ${text(`${CLE_CERTIFICATES_PATH}/`)} || ${c}.id end`,
    ),
    signed_url: value(
      (c) => sql`case when ${c}.signature is not null and ${c}.revoked_at is null
        then ${text(`${CLE_CERTIFICATES_PATH}/`)} || ${c}.id || '/signed' end`,
    ),
    verify_url: value((c) => sql`case when ${c}.code is not null then ${text(`${VERIFY_PATH}/`)} || ${c}.code end`),
    is_in_period: value(
      (c) => sql`${c}.revoked_at is null and ${c}.event_date <= current_date + 1 and coalesce(
        ${c}.event_date > current_date - make_interval(months => ${c}.period_months), true)`,
    ),
  },
  CleAccreditation: { is_earned: value((a) => earned(sql`${a}.id`)) },
  VideoCle: {
    path: value(
      (v) => sql`coalesce(
        (select ${EVENT_PATH} || x.event_id || '?video=' || x.id from ${events.event_videos} x
          where x.video_id = ${v}.video_id and x.can_view order by x.id limit 1),
        (select ${SESSION_PATH} || s.id from ${events.mainstage_sessions} s
          where s.video_id = ${v}.video_id and s.can_view order by s.id limit 1))`,
    ),
    codes_accepted: value(
      (v) =>
        sql`(select count(*)::integer from ${cle.own_codes} k where k.video_id = ${v}.video_id and k.answered_at is not null)`,
    ),
    is_complete: value(
      (v) => sql`(
        select count(*) > 0 and bool_and(k.answered_at is not null)
          and ${v}.minutes >= (select min(a.minutes) from ${cle.accreditations} a where a.video_id = ${v}.video_id)
        from ${cle.own_codes} k where k.video_id = ${v}.video_id)`,
    ),
    code: one(
      (v) => sql`
        select k.code as text, k.shown_at + make_interval(secs => ${SECONDS}) as ends_at from ${cle.own_codes} k
        where k.video_id = ${v}.video_id and k.answered_at is null and k.shown_at > now() - make_interval(secs => ${SECONDS})
        order by k.place limit 1`,
    ),
    accreditations: many((v) => ({
      rows: sql`select a.* from ${cle.accreditations} a where a.video_id = ${v}.video_id`,
      order: sql`a.state, a.id`,
      cap: CLE_PAGE,
    })),
  },
  StaffCleCredit: {
    user: one((c) => sql`select u.* from ${people.people} u where u.id = ${c}.user_id`),
  },
})
