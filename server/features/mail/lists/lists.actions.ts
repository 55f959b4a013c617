import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { LIST_ADDRESS, isReservedAddress, type MailPreference } from '#shared/mail.ts'
import { mailLists } from './lists.access.ts'
import {
  deleteChoice,
  endPause,
  lockList,
  selectListOfAddress,
  updateList,
  upsertChoice,
  upsertWords,
  type ListRow,
} from './lists.sql.ts'

export interface MailListArgs {
  peer_network_id: number
  local_part: string
  default_preference: MailPreference
  waits_for_review: boolean
  has_words: boolean
}

const notFound = () =>
  problem('mail.list_not_found', { message: 'This network isn’t available.', field: 'peer_network_id' })

export async function updateMailChoice(
  pool: pg.Pool,
  { viewer, args }: Call<{ peer_network_id: number; choice?: MailPreference | null }>,
): Promise<number> {
  const { peer_network_id: networkId, choice } = args
  const network = new Parameter('network', 'bigint', () => networkId)
  const [list] = await selectRows(
    pool,
    sql`select l.id from ${mailLists.viewer_mail_lists} l where l.peer_network_id = ${network}`,
    viewer,
  )
  if (!list) throw notFound()
  const place = { userId: viewer.id, networkId }
  await pool.query(choice ? upsertChoice({ ...place, choice }) : deleteChoice(place))
  return viewer.id
}

export async function updateMailWords(
  pool: pg.Pool,
  { viewer, args }: Call<{ without_words: boolean }>,
): Promise<number> {
  await pool.query(upsertWords({ userId: viewer.id, withoutWords: args.without_words }))
  return viewer.id
}

export async function resumeMail(pool: pg.Pool, { viewer }: Call<object>): Promise<number> {
  await pool.query(endPause({ userId: viewer.id }))
  return viewer.id
}

/** Resolves to the list's id. Mail to an earlier address is then refused, so the old one should be forwarded. */
export async function saveMailList(pool: pg.Pool, bus: Bus, { viewer, args }: Call<MailListArgs>): Promise<number> {
  requirePermission(viewer, 'networks', { networks: [args.peer_network_id] })
  const localPart = args.local_part.trim().toLowerCase()
  if (!LIST_ADDRESS.test(localPart))
    throw problem('mail.list_address', {
      message: 'Use letters, digits, and periods only, at most 40 characters: legal, or legal.europe.',
      field: 'local_part',
    })
  if (isReservedAddress(localPart))
    throw problem('mail.list_address', {
      message: 'This address has another use. Choose another one.',
      field: 'local_part',
    })
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<ListRow>(lockList({ networkId: args.peer_network_id }))
    const list = rows[0]
    if (!list) throw notFound()
    const { rows: same } = await tx.query<{ id: number }>(selectListOfAddress({ localPart }))
    if (same[0] && same[0].id !== list.id)
      throw problem('mail.list_address', {
        message: 'Another network has this address. Choose another one.',
        field: 'local_part',
      })
    const { default_preference, waits_for_review, has_words } = args
    await tx.query(
      updateList({
        id: list.id,
        localPart,
        preference: default_preference,
        waits: waits_for_review,
        hasWords: has_words,
      }),
    )
    const { id, name, ...before } = list
    await recordStaffAction(tx, viewer.id, {
      act: 'mail_list.saved',
      itemId: id,
      itemName: name,
      before,
      after: { local_part: localPart, default_preference, waits_for_review, has_words },
    })
    return id
  })
}
