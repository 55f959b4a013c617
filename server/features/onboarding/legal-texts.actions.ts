/**
 * Staff publish new versions of the legal texts. A published version is never changed, because members have agreed to
 * it.
 */
import type pg from 'pg'
import { requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { legalProblem, type LegalSection, type LegalText } from '#shared/legal-texts.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { insertLegalText, lockLegalKind, selectLatestLegal } from './legal-texts.sql.ts'

export interface PublishArgs extends LegalText {
  kind: LegalKind
  /** The version that the new text was edited from. */
  based_on: number
}

/** In force immediately. Resolves to the id of the new version. */
export async function publishLegalText(
  { pool, bus }: { pool: pg.Pool; bus: Bus },
  { viewer, args }: Call<PublishArgs>,
): Promise<number> {
  requirePermission(viewer, 'content')
  const wrong = legalProblem(args)
  if (wrong) throw problem('onboarding.legal_text', wrong)
  const { kind, based_on, asks_again } = args
  const [title, note] = [args.title.trim(), args.change_note.trim()]
  const sections = (args.sections as LegalSection[]).map((section) => ({
    title: section.title,
    paragraphs: section.paragraphs,
  }))
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockLegalKind({ kind }))
    const latest = (await tx.query<{ version: number }>(selectLatestLegal({ kind }))).rows[0]?.version ?? 0
    if (latest !== based_on)
      throw problem('onboarding.legal_text_changed', {
        message: `Version ${latest} was published while you were writing. Copy your text, reload the page, and compare them.`,
      })
    const { rows } = await tx.query<{ id: number }>(
      insertLegalText({
        kind,
        version: latest + 1,
        title,
        sections: JSON.stringify(sections),
        asksAgain: asks_again,
        changeNote: note,
      }),
    )
    await recordStaffAction(tx, viewer.id, {
      act: `${kind}.published`,
      itemId: rows[0]!.id,
      itemName: title,
      before: { version: latest },
      after: { version: latest + 1, asks_again, change_note: note },
    })
    return rows[0]!.id
  })
}
