/** What the owner of a new community has done. Each step is saved as it is done, so the set-up can be left and resumed. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { SetupMark, SetupState } from '#shared/setup.ts'
import { joinFirstNetwork, selectSetup, upsertStep } from './setup.sql.ts'

export interface SetupTools {
  pool: pg.Pool
  bus: Bus
  /** The session contains the networks of its member. */
  forget: (userId: number) => void
}
interface StepArgs {
  step: SetupMark
  state: SetupState
}

const NEEDS_NETWORK: readonly SetupMark[] = ['network', 'prices', 'people', 'invitations', 'open']

export async function saveSetupStep(tools: SetupTools, { viewer, args }: Call<StepArgs>): Promise<number> {
  requirePermission(viewer, 'roles')
  const { step, state } = args
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ has_begun: boolean; has_network: boolean; is_open: boolean }>(selectSetup())
    const { has_begun, has_network, is_open } = rows[0]!
    if (!has_begun) throw hiddenFromMembers('step')
    if (!has_network && state === 'done' && NEEDS_NETWORK.includes(step))
      throw problem('setup.network', { message: 'Create your first network before this step.', field: 'step' })
    // An opened community stays open.
    if (step === 'open' && is_open) return
    const saved = await tx.query(upsertStep({ step, state }))
    if (saved.rows.length === 0) return
    const { rows: joined } = await tx.query<{ id: number }>(joinFirstNetwork({ userId: viewer.id }))
    await recordStaffAction(tx, viewer.id, {
      act: step === 'open' ? 'setup.opened' : 'setup.step_saved',
      itemId: null,
      itemName: 'Set-up',
      after: { step, state, ...(joined[0] && { joined_network: joined[0].id }) },
    })
  })
  tools.forget(viewer.id)
  return viewer.id
}
