/** What staff do with credits: enter, import, accredit, confirm attendance, revoke. All of it is on the record of staff acts. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import type { ImportOrder } from '#server/platform/imports/imports.routes.ts'
import { problem } from '#server/platform/problems.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { CLE_NUMBER_LENGTH, CLE_REASON_LENGTH, creditProblem, minutesProblem, type GivenCredit } from '#shared/cle.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import { isCalendarDay } from '#shared/kit/dates.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { Signer } from '../certificates/certificate-key.ts'
import { evidence, issueCertificate } from '../certificates/issue.ts'
import {
  insertAccreditation,
  insertCredit,
  revokeCertificate,
  revokeCredit,
  selectAmount,
  selectCreditMember,
  selectEventAccreditation,
  selectKnownCredit,
} from '../cle.sql.ts'

interface CreditInput extends GivenCredit {
  email: string
  jurisdiction: string
  certificate?: UploadedFile | null
}
export interface StaffTools {
  pool: pg.Pool
  bus: Bus
  signer: Signer
}

function refuseWrong(wrong: { field: string; message: string } | null): void {
  if (wrong) throw problem('cle.credit', wrong)
}

async function requireMember(tx: Transaction, email: string): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(selectCreditMember({ email: email.trim() }))
  if (!rows[0]) throw problem('cle.member', { message: 'No member has this email address.', field: 'email' })
  return rows[0].id
}

async function requireRule(tx: Transaction, { minutes, jurisdiction, event_date }: CreditInput) {
  const { rows } = await tx.query<{ credits: number; state: string }>(
    selectAmount({ minutes, jurisdiction, day: event_date }),
  )
  if (!rows[0])
    throw problem('cle.state', {
      message: `We have no CLE rule for “${jurisdiction.slice(0, 20)}.” Use two letters, such as NY.`,
      field: 'jurisdiction',
    })
}

async function insert(tx: Transaction, staffId: number, origin: 'staff' | 'import', given: CreditInput) {
  const credit = { ...given, jurisdiction: given.jurisdiction.trim().toUpperCase(), title: given.title.trim() }
  refuseWrong(creditProblem(credit))
  const userId = await requireMember(tx, credit.email)
  await requireRule(tx, credit)
  const [file] = await claimUploads(tx, staffId, credit.certificate ? [credit.certificate] : [], 'certificate')
  const { rows: known } = await tx.query<{ id: number }>(
    selectKnownCredit({ userId, title: credit.title, eventDate: credit.event_date, jurisdiction: credit.jurisdiction }),
  )
  if (known[0]) return { id: known[0].id, isKnown: true }
  const { rows } = await tx.query<{ id: number }>(
    insertCredit({
      userId,
      title: credit.title,
      eventDate: credit.event_date,
      minutes: credit.minutes,
      jurisdiction: credit.jurisdiction,
      origin,
      accreditationId: null,
      createdBy: staffId,
      fileName: file?.name,
      fileType: file?.file_type,
      fileKey: file?.storage_key,
    }),
  )
  const { id } = rows[0]!
  const facts = { minutes: credit.minutes, jurisdiction: credit.jurisdiction, event_date: credit.event_date }
  await evidence(tx, userId, 'entered', { credit: id, ...facts })
  await recordStaffAction(tx, staffId, {
    act: 'cle_credit.entered',
    itemId: id,
    itemName: credit.title,
    after: { ...facts, user_id: userId, has_file: file !== undefined },
  })
  return { id, isKnown: false }
}

/** Resolves to the id of the credit. */
export async function addCleCredit(
  { pool, bus }: StaffTools,
  { viewer, args }: Call<{ credit: CreditInput }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  return transaction(pool, bus, async (tx) => {
    const { id, isKnown } = await insert(tx, viewer.id, 'staff', args.credit)
    if (isKnown)
      throw problem('cle.known', {
        message: 'This member has a credit with this title, date and state.',
        field: 'title',
      })
    return id
  })
}

export async function importCleCredits(
  { pool, bus }: Pick<StaffTools, 'pool' | 'bus'>,
  { text, isDryRun, staffId }: ImportOrder,
): Promise<ImportResult> {
  const rows = readCsv(text, IMPORT_COLUMNS.cle)
  const take = async (tx: Transaction, { cell }: CsvRow): Promise<Outcome> => {
    const { isKnown } = await insert(tx, staffId, 'import', {
      email: cell('email'),
      title: cell('title'),
      event_date: cell('event_date'),
      minutes: Number(cell('minutes')),
      jurisdiction: cell('state'),
    })
    return isKnown ? 'known' : 'made'
  }
  return importRows(pool, bus, { rows, isDryRun }, take)
}

interface AccreditationInput {
  event_id?: number | null
  video_id?: number | null
  jurisdiction: string
  title: string
  number: string
  minutes: number
  valid_from: string
  valid_until: string
}

function accreditationProblem(given: AccreditationInput) {
  const { title, number, minutes, valid_from: from, valid_until: until } = given
  const wrong = creditProblem({ title, event_date: from, minutes })
  if (wrong) return wrong.field === 'event_date' ? { ...wrong, field: 'valid_from' } : wrong
  if (!isCalendarDay(until) || until < from)
    return { field: 'valid_until', message: 'Enter a last day on or after the first, as YYYY-MM-DD.' }
  if (number.trim() === '' || number.length > CLE_NUMBER_LENGTH)
    return { field: 'number', message: `Enter the number of the accreditation, up to ${CLE_NUMBER_LENGTH} characters.` }
  return null
}

/** Resolves to the id of the accreditation. */
export async function saveCleAccreditation(
  { pool, bus }: StaffTools,
  { viewer, args: { accreditation: given } }: Call<{ accreditation: AccreditationInput }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  refuseWrong(accreditationProblem(given))
  return transaction(pool, bus, async (tx) => {
    const jurisdiction = given.jurisdiction.trim().toUpperCase()
    const { rows } = await tx.query<{ id: number }>(
      insertAccreditation({
        eventId: given.event_id,
        videoId: given.video_id,
        jurisdiction,
        title: given.title.trim(),
        number: given.number.trim(),
        minutes: given.minutes,
        validFrom: given.valid_from,
        validUntil: given.valid_until,
      }),
    )
    if (!rows[0])
      throw problem('cle.accreditation', {
        message: 'Choose one event or one video, and a state with a rule.',
        field: given.video_id ? 'video_id' : 'event_id',
      })
    const { title: _title, ...facts } = given
    await recordStaffAction(tx, viewer.id, {
      act: 'cle_accreditation.added',
      itemId: rows[0].id,
      itemName: given.title,
      after: facts,
    })
    return rows[0].id
  })
}

interface EventAccreditation {
  id: number
  jurisdiction: string
  title: string
  number: string
  minutes: number
  event_id: number
  day: string
  is_over: boolean
}

/** Resolves to the id of the credit. */
export async function confirmCleAttendance(
  { pool, bus, signer }: StaffTools,
  { viewer, args }: Call<{ accreditation_id: number; email: string; minutes: number }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  refuseWrong(minutesProblem(args.minutes))
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<EventAccreditation>(selectEventAccreditation({ id: args.accreditation_id }))
    const [accreditation] = rows
    if (!accreditation)
      throw problem('cle.not_found', { message: 'This event offers no CLE credit.', field: 'accreditation_id' })
    if (!accreditation.is_over)
      throw problem('cle.not_over', { message: 'This event isn’t over yet.', field: 'accreditation_id' })
    const { minutes } = args
    if (minutes > accreditation.minutes)
      throw problem('cle.too_long', {
        message: `This event is accredited for ${accreditation.minutes} minutes.`,
        field: 'minutes',
      })
    const userId = await requireMember(tx, args.email)
    const { event_id, day } = accreditation
    const id = await issueCertificate(tx, signer, {
      userId,
      origin: 'attended',
      accreditation,
      minutes,
      day,
      createdBy: viewer.id,
    })
    await evidence(tx, userId, 'attended', { event: event_id, minutes, confirmed_by_staff: true })
    await recordStaffAction(tx, viewer.id, {
      act: 'cle_attendance.confirmed',
      itemId: id,
      itemName: accreditation.title,
      after: { user_id: userId, event_id, minutes },
    })
    return id
  })
}

/** Resolves to the id of the credit. Idempotent. */
export async function revokeCleCredit(
  { pool, bus }: StaffTools,
  { viewer, args }: Call<{ id: number; reason: string }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  const reason = args.reason.trim()
  if (reason === '' || reason.length > CLE_REASON_LENGTH)
    throw problem('cle.reason', {
      message: `Enter a reason of up to ${CLE_REASON_LENGTH} characters.`,
      field: 'reason',
    })
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; user_id: number; title: string; certificate_id: number | null }>(
      revokeCredit({ id: args.id, staffId: viewer.id, reason }),
    )
    const [revoked] = rows
    if (!revoked) return args.id
    if (revoked.certificate_id) await tx.query(revokeCertificate({ id: revoked.certificate_id }))
    await evidence(tx, revoked.user_id, 'revoked', { credit: revoked.id, certificate: revoked.certificate_id })
    await recordStaffAction(tx, viewer.id, {
      act: 'cle_credit.revoked',
      itemId: revoked.id,
      itemName: revoked.title,
      after: { user_id: revoked.user_id, reason },
    })
    return revoked.id
  })
}
