/** SQL for CLE: credits, certificates, codes, and the evidence of all of it. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const insertEvidence = statement(
  'insert-cle-evidence',
  { userId: 'bigint', kind: 'text', facts: 'jsonb' },
  (p) => sql`insert into cle_evidence (user_id, kind, facts) values (${p.userId}, ${p.kind}, ${p.facts})`,
)

export const insertCredit = statement(
  'insert-cle-credit',
  {
    userId: 'bigint',
    title: 'text',
    eventDate: 'text',
    minutes: 'integer',
    jurisdiction: 'text',
    origin: 'text',
    accreditationId: 'bigint',
    createdBy: 'bigint',
    fileName: 'text',
    fileType: 'text',
    fileKey: 'text',
  },
  (p) => sql`
    insert into cle_credits (user_id, title, event_date, minutes, jurisdiction, origin, accreditation_id, created_by, file_name, file_type, file_key)
    values (${p.userId}, ${p.title}, ${p.eventDate}::date, ${p.minutes}, ${p.jurisdiction}, ${p.origin}, ${p.accreditationId},
      ${p.createdBy}, ${p.fileName}, ${p.fileType}, ${p.fileKey})
    on conflict (user_id, accreditation_id) where revoked_at is null do nothing
    returning id`,
)

/** Credits by the rule of the state on this day; no row without a rule. */
export const selectAmount = statement(
  'select-cle-amount',
  { minutes: 'integer', jurisdiction: 'text', day: 'text' },
  (p) => sql`
    select cle_amount(${p.minutes}, r.minutes_per_credit, r.step, r.rounding, r.minimum)::double precision as credits, j.name as state
    from cle_rules r join cle_jurisdictions j on j.code = r.jurisdiction
    where r.jurisdiction = ${p.jurisdiction} and coalesce(r.valid_from, '-infinity') <= ${p.day}::date
    order by r.valid_from desc nulls last limit 1`,
)

export const selectCreditMember = statement(
  'select-cle-member',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email}`,
)

export const selectKnownCredit = statement(
  'select-known-cle-credit',
  { userId: 'bigint', title: 'text', eventDate: 'text', jurisdiction: 'text' },
  (p) => sql`select id from cle_credits where user_id = ${p.userId} and lower(title) = lower(${p.title})
    and event_date = ${p.eventDate}::date and jurisdiction = ${p.jurisdiction} and revoked_at is null`,
)

export const selectHolder = statement(
  'select-certificate-holder',
  { userId: 'bigint' },
  (p) => sql`select name, (now() at time zone time_zone)::date::text as today from users where id = ${p.userId}`,
)

export const insertCertificate = statement(
  'insert-cle-certificate',
  {
    codeHash: 'text',
    title: 'text',
    eventDate: 'text',
    jurisdiction: 'text',
    credits: 'double precision',
    issuedAt: 'timestamptz',
  },
  (p) => sql`insert into cle_certificates (code_hash, title, event_date, jurisdiction, credits, issued_at)
    values (${p.codeHash}, ${p.title}, ${p.eventDate}::date, ${p.jurisdiction}, ${p.credits}, ${p.issuedAt}) returning id`,
)

export const setCertificate = statement(
  'set-cle-certificate',
  { id: 'bigint', certificateId: 'bigint', code: 'text', statement: 'text', signature: 'text' },
  (
    p,
  ) => sql`update cle_credits set certificate_id = ${p.certificateId}, code = ${p.code}, statement = ${p.statement}, signature = ${p.signature}
    where id = ${p.id}`,
)

export const revokeCredit = statement(
  'revoke-cle-credit',
  { id: 'bigint', staffId: 'bigint', reason: 'text' },
  (p) => sql`
    update cle_credits set revoked_at = now(), revoked_by = ${p.staffId}, revoke_reason = ${p.reason}
    where id = ${p.id} and revoked_at is null returning id, user_id, title, certificate_id`,
)
export const revokeCertificate = statement(
  'revoke-cle-certificate',
  { id: 'bigint' },
  (p) => sql`update cle_certificates set revoked_at = now() where id = ${p.id} and revoked_at is null`,
)

export const selectCertificateByCode = statement(
  'select-cle-certificate',
  { codeHash: 'text' },
  (p) => sql`select c.title, c.event_date::text, j.name as state, c.credits::double precision, c.issued_at, c.revoked_at
    from cle_certificates c join cle_jurisdictions j on j.code = c.jurisdiction where c.code_hash = ${p.codeHash}`,
)
export const selectRevoked = statement(
  'select-revoked-certificates',
  {},
  () => sql`select code_hash, revoked_at from cle_certificates where revoked_at is not null order by revoked_at, id`,
)

export const insertAccreditation = statement(
  'insert-cle-accreditation',
  {
    eventId: 'bigint',
    videoId: 'bigint',
    jurisdiction: 'text',
    title: 'text',
    number: 'text',
    minutes: 'integer',
    validFrom: 'text',
    validUntil: 'text',
  },
  (p) => sql`
    insert into cle_accreditations (event_id, video_id, jurisdiction, title, number, minutes, valid_from, valid_until)
    select e.id, v.id, j.code, ${p.title}, ${p.number}, ${p.minutes}, ${p.validFrom}::date, ${p.validUntil}::date
    from cle_jurisdictions j left join events e on e.id = ${p.eventId} left join material_videos v on v.id = ${p.videoId}
    where j.code = ${p.jurisdiction} and (e.id is null) <> (v.id is null) returning id`,
)

export const selectEventAccreditation = statement(
  'select-event-accreditation',
  { id: 'bigint' },
  (p) => sql`
    select a.id, a.jurisdiction, a.title, a.number, a.minutes, a.event_id, e.wall_start::date::text as day, e.end_date < now() as is_over
    from cle_accreditations a join events e on e.id = a.event_id where a.id = ${p.id}
      and e.wall_start::date between a.valid_from and a.valid_until`,
)

/** What was played of the video: seconds, each once, and where the player is. */
export const selectWatched = statement(
  'select-cle-watched',
  { userId: 'bigint', videoId: 'bigint' },
  (p) => sql`
    select p.position, p.updated_at > now() - interval '30 seconds' as is_playing,
      (select coalesce(sum(upper(r) - lower(r)), 0)::integer from unnest(p.watched) r) as seconds
    from watch_progress p where p.user_id = ${p.userId} and p.video_id = ${p.videoId}`,
)

/** One of several tabs at a time: the row of the member is locked before the codes are read. */
export const lockCodes = statement(
  'lock-cle-codes',
  { userId: 'bigint', videoId: 'bigint' },
  (p) => sql`select k.*, extract(epoch from now() - k.shown_at)::double precision as age from cle_codes k
    where k.user_id = ${p.userId} and k.video_id = ${p.videoId} order by k.place for update`,
)
/** Planned once for each member and video: another plan could add a code whose time has passed. */
export const insertCodes = statement(
  'insert-cle-codes',
  { userId: 'bigint', videoId: 'bigint', codes: 'jsonb' },
  (p) => sql`
    insert into cle_codes (user_id, video_id, place, from_second, to_second, at_second, code)
    select ${p.userId}, ${p.videoId}, (x->>'place')::integer, (x->>'from')::integer, (x->>'to')::integer, (x->>'at')::integer, x->>'code'
    from jsonb_array_elements(${p.codes}) x
    where not exists (select from cle_codes k where k.user_id = ${p.userId} and k.video_id = ${p.videoId})
    on conflict do nothing`,
)
const ONE_CODE = { userId: 'bigint', videoId: 'bigint', place: 'integer' } as const
export const showCode = statement(
  'show-cle-code',
  ONE_CODE,
  (p) =>
    sql`update cle_codes set shown_at = now() where user_id = ${p.userId} and video_id = ${p.videoId} and place = ${p.place}`,
)
/** Missed: another code at another time. */
export const replaceCode = statement(
  'replace-cle-code',
  { ...ONE_CODE, at: 'integer', code: 'text' },
  (p) => sql`update cle_codes set shown_at = null, tries = 0, at_second = ${p.at}, code = ${p.code}
    where user_id = ${p.userId} and video_id = ${p.videoId} and place = ${p.place}`,
)
export const answerCode = statement(
  'answer-cle-code',
  ONE_CODE,
  (p) =>
    sql`update cle_codes set answered_at = now() where user_id = ${p.userId} and video_id = ${p.videoId} and place = ${p.place}`,
)
export const countTry = statement(
  'count-cle-code-try',
  ONE_CODE,
  (p) =>
    sql`update cle_codes set tries = tries + 1 where user_id = ${p.userId} and video_id = ${p.videoId} and place = ${p.place}`,
)
