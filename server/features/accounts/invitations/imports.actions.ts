/** Imports a CSV of people and invites them; those who have an account or an open invitation are skipped. */
import type pg from 'pg'
import { EMAIL_LENGTH, NAME_LENGTH, NOTE_LENGTH } from '#shared/accounts.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import { send } from './invitations.actions.ts'
import { insertInvitation, selectAccount, selectNetworkSlugs } from './invitations.sql.ts'

const ADDRESS = /^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$/

export interface MemberImport {
  text: string
  isDryRun: boolean
  letterhead: EmailContext
  /** The staff member who imports; null for the command line. */
  staffId?: number | null
}

/** Invitees become members without a password, and choose one when they follow the invitation. */
export async function importMembers(
  pool: pg.Pool,
  bus: Bus,
  { text, isDryRun, letterhead, staffId = null }: MemberImport,
): Promise<ImportResult> {
  const rows = readCsv(text, IMPORT_COLUMNS.members)
  const { rows: found } = await pool.query<{ id: number; slug: string }>(selectNetworkSlugs())
  const networks = new Map(found.map(({ id, slug }) => [slug, id]))
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takeMember(tx, row, { networks, letterhead, staffId }))
}

interface House {
  networks: ReadonlyMap<string, number>
  letterhead: EmailContext
  staffId: number | null
}

async function takeMember(
  tx: Transaction,
  { cell }: CsvRow,
  { networks, letterhead, staffId }: House,
): Promise<Outcome> {
  const email = cell('email').toLowerCase()
  if (!ADDRESS.test(email) || email.length > EMAIL_LENGTH) refuse(`“${cell('email')}” isn’t a valid email address.`)
  for (const column of ['first_name', 'last_name'])
    if (cell(column) === '' || cell(column).length > NAME_LENGTH)
      refuse(`${column} must be 1 to ${NAME_LENGTH} characters long.`)
  if (cell('note').length > NOTE_LENGTH) refuse(`note is longer than ${NOTE_LENGTH} characters.`)
  const network = networks.get(cell('network'))
  if (network === undefined) refuse(`There’s no network named “${cell('network')}.”`)
  const { rows: members } = await tx.query(selectAccount({ email }))
  if (members[0]) return 'known'
  const { rows } = await tx.query<{ id: number }>(
    insertInvitation({
      inviterId: null,
      email,
      firstName: cell('first_name'),
      lastName: cell('last_name'),
      note: cell('note'),
      peerNetworkId: network,
      trialCodeId: null,
    }),
  )
  if (!rows[0]) return 'known'
  await send(letterhead, tx, { id: rows[0].id, decidedBy: staffId })
  return 'made'
}

function refuse(message: string): never {
  throw problem('accounts.import', { message })
}
