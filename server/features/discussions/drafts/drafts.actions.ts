import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { DRAFT_BYTES, DRAFT_KEY_LENGTH } from '#shared/discussions.ts'
import { deleteDraft, dropOldest, upsertDraft } from './drafts.sql.ts'

export const draftActions = (pool: pg.Pool): Actions => ({
  saveDraft: (call: Call<never>) => saveDraft(pool, call),
  dropDraft: (call: Call<never>) => dropDraft(pool, call),
})

/**
 * Saves a draft, replacing the one under this key. Refuses if another device wrote a version that the caller does not
 * know (`known`). Resolves to the draft's id.
 */
export async function saveDraft(
  pool: pg.Pool,
  { viewer, args }: Call<{ key: string; content: unknown; known?: string | null }>,
): Promise<number> {
  const content = JSON.stringify(args.content)
  if (typeof args.content !== 'object' || args.content === null || Array.isArray(args.content))
    throw problem('discussions.draft_invalid', { message: 'A draft is an object.', field: 'content', status: 400 })
  // PostgreSQL stores JSON with spaces after colons and commas, so the factor errs on the safe side.
  if (Buffer.byteLength(content) * 1.1 > DRAFT_BYTES)
    throw problem('discussions.draft_too_long', {
      message: 'This draft is too long to save to your account. It’s saved on this device.',
      field: 'content',
    })
  const { rows } = await pool.query<{ id: number }>(
    upsertDraft({ userId: viewer.id, key: keyOf(args.key), content, updatedAt: args.known ?? null }),
  )
  const [saved] = rows
  if (!saved)
    throw problem('discussions.draft_elsewhere', {
      message: 'This draft was also edited on another device. Both versions are saved.',
      field: 'known',
    })
  await pool.query(dropOldest({ userId: viewer.id }))
  return saved.id
}

/** Deletes a draft that was sent or discarded, if its version matches. A missing draft is not an error. */
export async function dropDraft(
  pool: pg.Pool,
  { viewer, args }: Call<{ key: string; known?: string | null; device?: string | null }>,
): Promise<number> {
  await pool.query(
    deleteDraft({
      userId: viewer.id,
      key: keyOf(args.key),
      updatedAt: args.known ?? null,
      device: args.device ?? null,
    }),
  )
  return viewer.id
}

function keyOf(key: string): string {
  const { length } = [...key]
  if (length < 1 || length > DRAFT_KEY_LENGTH)
    throw problem('discussions.draft_invalid', {
      message: `key must have 1 to ${DRAFT_KEY_LENGTH} characters.`,
      field: 'key',
      status: 400,
    })
  return key
}
