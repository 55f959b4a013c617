/** Staff publish texts for members. A version never changes: bringing back an earlier one publishes it again. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { plainText, sanitizeBody } from '#server/platform/html.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  CONTENT_LENGTH,
  CONTENT_NOTE_LENGTH,
  CONTENT_SECTION_WORDS,
  type ContentSection,
} from '#shared/generic-content.ts'
import { insertContent, selectContentNetwork } from './generic-content.sql.ts'

export interface PublishArgs {
  section: ContentSection
  peer_network_id?: number | null
  html: string
  note: string
  published_at?: string | null
}

/** Resolves to the id of the new version. */
export async function publishGenericContent(pool: pg.Pool, bus: Bus, call: Call<PublishArgs>): Promise<number> {
  const { viewer, args } = call
  const { section, peer_network_id: peerNetworkId = null } = args
  requirePermission(viewer, 'content', peerNetworkId === null ? undefined : { networks: [peerNetworkId] })
  const { html, note, publishedAt } = checked(args)
  return transaction(pool, bus, async (tx) => {
    if (peerNetworkId !== null && !(await tx.query(selectContentNetwork({ peerNetworkId }))).rows[0])
      throw problem('generic_content.network', { message: 'Choose a network.', field: 'peer_network_id' })
    const { rows } = await tx.query<{ id: number; published_at: Date }>(
      insertContent({ section, peerNetworkId, html, note, publishedAt, authorId: viewer.id }),
    )
    const { id, published_at } = rows[0]!
    await recordStaffAction(tx, viewer.id, {
      act: 'text.published',
      itemId: id,
      itemName: CONTENT_SECTION_WORDS[section].label,
      after: { ...(peerNetworkId !== null && { peer_network_id: peerNetworkId }), published_at, note },
    })
    return id
  })
}

function checked(args: PublishArgs) {
  const html = sanitizeBody(args.html)
  const text = plainText(html).trim()
  const note = args.note.trim()
  const publishedAt = args.published_at ? new Date(args.published_at) : null
  if (text === '') throw problem('generic_content.html', { message: 'Write something first.', field: 'html' })
  if (text.length > CONTENT_LENGTH)
    throw problem('generic_content.html', {
      message: `Use at most ${CONTENT_LENGTH.toLocaleString('en-US')} characters.`,
      field: 'html',
    })
  if (note.length > CONTENT_NOTE_LENGTH)
    throw problem('generic_content.note', {
      message: `Use at most ${CONTENT_NOTE_LENGTH} characters.`,
      field: 'note',
    })
  if (publishedAt && !(publishedAt.getTime() > Date.now()))
    throw problem('generic_content.published_at', { message: 'Choose a later day.', field: 'published_at' })
  return { html, note, publishedAt }
}
