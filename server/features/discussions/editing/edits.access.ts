/**
 * Everyone who can read a message can read its earlier versions. For an anonymous message only the author and staff
 * can: the removed words may be the ones that identified the author.
 */
import { uncheckedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { ofReadableMessage } from '#server/features/discussions/threads/discussions.access.ts'

const versions = sql`
  select x.* from message_versions x where (${may('moderation')}
    or exists (select from messages m where m.id = x.message_id and m.sender_id <> ${ANONYMOUS_USER_ID})
    or exists (select from anonymous_messages a where a.message_id = x.message_id and a.user_id = ${viewer.id}))`

export const edits = uncheckedRelations({
  message_versions: { rows: versions, wall: sql`${versions} and ${ofReadableMessage(sql`x.message_id`)}` },
})
