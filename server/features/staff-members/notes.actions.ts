/** Notes of staff about an account, for other staff. */
import type pg from 'pg'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { noteProblem } from '#shared/staff-members.ts'
import { requireAccount, requireAccountsOf } from './staff-members.actions.ts'
import { deleteNote, insertNote } from './staff-members.sql.ts'

interface Tools {
  pool: pg.Pool
  bus: Bus
}

export const noteActions = ({ pool, bus }: Tools): Actions => ({
  addStaffNote: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf({ pool }, viewer, args)
    const { id, body } = args as { id: number; body: string }
    const wrong = noteProblem(body)
    if (wrong) throw problem('staff_members.note', wrong)
    return transaction(pool, bus, async (tx) => {
      await requireAccount(tx, id)
      const { rows } = await tx.query<{ id: number }>(
        insertNote({ userId: id, authorId: viewer.id, body: body.trim() }),
      )
      // Without its text: the note is deleted with the account, the log is not.
      await recordStaffAction(tx, viewer.id, {
        act: 'member.note_added',
        itemId: id,
        itemName: `Member ${id}`,
        after: { note: rows[0]!.id },
      })
      return id
    })
  },
  removeStaffNote: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf({ pool }, viewer, args)
    const { id, note_id } = args as { id: number; note_id: number }
    return transaction(pool, bus, async (tx) => {
      await requireAccount(tx, id)
      const { rowCount } = await tx.query(deleteNote({ userId: id, authorId: viewer.id, id: note_id }))
      if (rowCount === 0)
        throw problem('staff_members.note', { message: 'Only its author can delete a note.', field: 'note_id' })
      await recordStaffAction(tx, viewer.id, {
        act: 'member.note_removed',
        itemId: id,
        itemName: `Member ${id}`,
        before: { note: note_id },
      })
      return id
    })
  },
})
