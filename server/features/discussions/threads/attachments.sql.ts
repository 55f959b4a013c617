/** The statement that attaches files to a message, in order. */
export const insertAttachments = {
  name: 'insert-attachments',
  text: `insert into message_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
    select $1::bigint, f->>'name', f->>'file_type', (f->>'size')::bigint, f->>'storage_key', f->>'preview_key',
      (f->>'width')::integer, (f->>'height')::integer
    from jsonb_array_elements($2::jsonb) with ordinality as given(f, place) order by place`,
}
