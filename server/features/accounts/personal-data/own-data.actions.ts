/** The member's own data: exporting all of it, and deleting the account. Both require the password. */
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { DELETION_DAYS, EXPORT_HOURS, FORMER_MEMBER } from '#shared/settings.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { openIfStored, type Blobs } from '#server/platform/blobs.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { erasures, exportSections, keptTables, type PersonalData } from '#server/platform/personal-data.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { alert, personOf } from '#server/features/accounts/auth/security-alerts.ts'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import {
  deleteEmails,
  deleteOldExports,
  finishExport,
  deleteMemberRows,
  insertDeletion,
  insertExport,
  JOINED_SECTIONS,
  lockDeletion,
  renameMentions,
  renameShownMentions,
  selectDueDeletions,
  selectExport,
  selectOwnData,
  selectOwnFiles,
  selectStaff,
  selectWaitingExport,
  cancelDeletionRequest,
} from './own-data.sql.ts'
import {
  exportEmail,
  leavingLetter,
  leavingStaffLetter,
  leftLetter,
} from '#server/features/accounts/auth/settings-emails.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'
import { requirePassword } from '#server/features/accounts/sign-in/two-step.actions.ts'

export async function ownDataState({ pool }: AuthContext, userId: number) {
  const { rows } = await pool.query(selectOwnData({ userId }))
  return rows[0]
}

export async function requestExport(tools: AuthContext, request: FastifyRequest, { id }: Session, password: string) {
  await requirePassword(tools, id, password)
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(insertExport({ userId: id }))
    if (!rows[0])
      throw problem('accounts.export_waiting', {
        message: 'We’re already preparing your copy. We’ll email you a link.',
        status: 400,
      })
    await alert(tools, tx, request, { userId: id, what: 'export' })
    await recordSecurityEvent(tx, { kind: 'data.exported', userId: id, from: request })
    await tx.enqueue('accounts:export', { id: rows[0].id })
  })
}

/** Writes the export section by section, so that it is never in memory as a whole, and emails a download link. */
export async function makeExport(
  { pool, bus }: JobTools,
  { id }: { id: number },
  { publicUrl, supportEmail, blobs, personalData }: EmailContext & { blobs: Blobs; personalData: PersonalData },
) {
  const { rows } = await pool.query<{ user_id: number }>(selectWaitingExport({ id }))
  if (!rows[0]) return
  const userId = rows[0].user_id
  const path = await blobs.unfinished()
  try {
    await pipeline(sectionsOf(pool, userId, personalData), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    const [key, token] = [await blobs.adopt(path), newToken()]
    const isKept = await transaction(pool, bus, async (tx) => {
      const { rowCount } = await tx.query(
        finishExport({ id, tokenHash: hashOf(token), storageKey: key, size, hours: EXPORT_HOURS }),
      )
      const person = await personOf(tx.query, userId)
      if (!rowCount || !person) return false
      const url = `${publicUrl}${ROUTES.profileSettings}?copy=${token}#own-data`
      await queueMail(tx, {
        to: person.email,
        kind: 'data-export',
        letter: exportEmail(person, supportEmail(person.theme), url),
      })
      return true
    }).catch(async (error: unknown) => {
      await blobs.remove(key)
      throw error
    })
    // Not stored: the member has left since, or another worker was first. Nothing references the file.
    if (!isKept) await blobs.remove(key)
  } finally {
    await rm(path, { force: true })
  }
}

async function* sectionsOf(pool: pg.Pool, userId: number, personalData: PersonalData) {
  yield `{\n"made_at": ${JSON.stringify(new Date())}`
  for (const [section, selectSection] of Object.entries(exportSections(personalData, JOINED_SECTIONS))) {
    const { rows } = await pool.query(selectSection({ userId }))
    yield `,\n"${section}": ${JSON.stringify(rows, null, 1)}`
  }
  yield '\n}\n'
}

/** The file behind a link, for the member it was made for, who must enter the password again. */
export async function openExport(
  tools: AuthContext & { blobs: Blobs },
  { id }: Session,
  { token, password }: { token: string; password: string },
) {
  await requirePassword(tools, id, password)
  const { rows } = isToken(token)
    ? await tools.pool.query<{ storage_key: string }>(selectExport({ tokenHash: hashOf(token), userId: id }))
    : { rows: [] }
  const file = rows[0] && (await openIfStored(tools.blobs, rows[0].storage_key))
  if (!file)
    throw problem('accounts.export_over', {
      message: `This link is incomplete or has expired after ${EXPORT_HOURS} hours. Request a new copy.`,
      status: 404,
    })
  return file
}

export async function sweepExports({ pool }: JobTools, blobs: Blobs) {
  const { rows } = await pool.query<{ storage_key: string | null }>(deleteOldExports())
  for (const { storage_key } of rows) if (storage_key) await blobs.remove(storage_key)
}

export async function requestDeletion(tools: AuthContext, session: Session, password: string) {
  await requirePassword(tools, session.id, password)
  if (session.is_staff)
    throw problem('accounts.staff_stay', {
      message: 'Staff accounts can be deactivated only by an owner.',
      status: 400,
    })
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ due_at: Date }>(insertDeletion({ userId: session.id, days: DELETION_DAYS }))
    if (!rows[0]) throw problem('accounts.leaving_already', { message: 'You’ve already requested this.', status: 400 })
    const due = rows[0].due_at
    const person = (await personOf(tx.query, session.id))!
    const name = `${person.first_name} ${person.last_name}`.trim()
    const url = `${tools.publicUrl}${ROUTES.profileSettings}#own-data`
    const letter = leavingLetter(person, tools.supportEmail(person.theme), { due, url })
    await queueMail(tx, { to: person.email, kind: 'leaving', letter })
    const { rows: staff } = await tx.query<{ id: number }>(selectStaff())
    for (const { id } of staff) {
      const reader = (await personOf(tx.query, id))!
      const told = leavingStaffLetter(reader, tools.supportEmail(reader.theme), { name, due })
      await queueMail(tx, { to: reader.email, kind: 'leaving-staff', letter: told })
    }
  })
}

export async function cancelDeletion({ pool }: AuthContext, userId: number) {
  const { rowCount } = await pool.query(cancelDeletionRequest({ userId }))
  if (rowCount === 0)
    throw problem('accounts.not_leaving', { message: 'There’s no deletion request to cancel.', status: 404 })
}

export interface Leaving extends EmailContext {
  personalData: PersonalData
  sessions: Sessions
}

/** Deletes the members whose deletion is due, each in a separate transaction: one failure does not stop the others. */
export async function deleteDue(tools: JobTools, house: Leaving) {
  const { rows } = await tools.pool.query<{ id: number }>(selectDueDeletions())
  const failures: unknown[] = []
  for (const { id } of rows) await leave(tools, id, house).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} members could not be deleted`)
}

async function leave({ pool, bus }: JobTools, requestId: number, { supportEmail, sessions, personalData }: Leaving) {
  const left = await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ user_id: number }>(lockDeletion({ id: requestId }))
    if (!rows[0]) return undefined
    const id = rows[0].user_id
    const person = (await personOf(tx.query, id))!
    for (const rename of [renameMentions, renameShownMentions])
      await tx.query(rename({ userId: id, name: FORMER_MEMBER.join(' ') }))
    await eraseRows(tx, personalData, id)
    await queueMail(tx, { to: person.email, kind: 'left', letter: leftLetter(person, supportEmail(person.theme)) })
    return id
  })
  if (left !== undefined) sessions.forget(left)
}

/** What the catalog says of a deleted account, in the transaction of the caller. Rows of the tables `staying` stay as they are. */
export async function eraseRows(
  tx: Transaction,
  personalData: PersonalData,
  userId: number,
  staying: readonly string[] = [],
) {
  const { rows: own } = await tx.query<{ storage_key: string | null }>(selectOwnFiles({ userId }))
  await tx.query(deleteEmails({ userId }))
  // Anonymize the user first: from then on, nothing that references them is recreated.
  const erased = personalData.filter(({ table }) => !staying.includes(table))
  for (const erase of erasures(erased)) await tx.query(erase({ userId }))
  await tx.query(deleteMemberRows({ userId, kept: [...keptTables(erased), ...staying] }))
  // In a job, so that a crash in between leaves no picture of a former member.
  const keys = own.flatMap(({ storage_key }) => storage_key ?? [])
  if (keys.length > 0) await tx.enqueue('uploads:remove', { keys })
}
