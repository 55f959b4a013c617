/** Merges two accounts of the same person: one takes over what the other wrote and saved, the rest of that is erased. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { mergeOf, type Merge, type PersonalData } from '#server/platform/personal-data.ts'
import { problem } from '#server/platform/problems.ts'
import {
  addSecondaryAddress,
  BEFORE_MOVING,
  insertMerge,
  moveRows,
  REFRESHED,
  refreshHeldPosts,
  selectAffected,
  selectMergeObstacles,
  type Affected,
} from './merge.sql.ts'
import { eraseRows } from './own-data.actions.ts'

interface Both {
  oldId: number
  newId: number
}

const OBSTACLES = {
  pays: 'The other account pays for a membership. Cancel that membership first.',
  is_paying: 'The other account has a payment in progress. Wait until it is complete or has expired.',
  is_leaving: 'The other account is about to be deleted. Cancel the deletion first.',
} as const

/** Both accounts are locked by the caller, who asks for the permission and records it. */
export async function mergeAccounts(
  tx: Transaction,
  personalData: PersonalData,
  { actorId, email, ...both }: Both & { actorId: number; email: string },
) {
  const { rows } = await tx.query<Record<keyof typeof OBSTACLES, boolean>>(selectMergeObstacles({ oldId: both.oldId }))
  for (const [name, message] of Object.entries(OBSTACLES))
    if (rows[0]![name as keyof typeof OBSTACLES]) throw problem('accounts.merge', { message, field: 'other_id' })
  const affected = (await tx.query<Affected>(selectAffected(both))).rows[0]!
  for (const change of BEFORE_MOVING) await tx.query(change(both))
  const tablesThat = (merge: Merge) => personalData.filter((each) => mergeOf(each) === merge).map(({ table }) => table)
  await tx.query(moveRows({ ...both, tables: tablesThat('move') }))
  await tx.query(refreshHeldPosts({ newId: both.newId }))
  await eraseRows(tx, personalData, both.oldId, tablesThat('stay'))
  await tx.query(addSecondaryAddress({ newId: both.newId, email }))
  await tx.query(insertMerge({ ...both, actorId, email }))
  for (const name of ['threads', 'liked', 'polls', 'experts'] as const)
    await tx.query(REFRESHED[name]({ ids: affected[name] }))
  await tx.query(REFRESHED.threadCards({ ids: affected.threads }))
  await tx.query(REFRESHED.profiles({ ids: [both.oldId, both.newId] }))
}
