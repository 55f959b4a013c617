import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** The statement that attaches files to a message, in order. */
export const insertAttachments = statement(
  'insert-attachments',
  { messageId: 'bigint', files: 'jsonb' },
  (p) => sql`
    insert into message_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
    select ${p.messageId}, f->>'name', f->>'file_type', (f->>'size')::bigint, f->>'storage_key', f->>'preview_key',
      (f->>'width')::integer, (f->>'height')::integer
    from jsonb_array_elements(${p.files}) with ordinality as given(f, place) order by place`,
)
