/** Edits a few replies of the demo, so that there is a message history to look at. */
import type { ClientBase } from 'pg'

const EDITED = 3
const MINUTES_LATER = 12

export async function seedEdits(client: ClientBase): Promise<void> {
  await client.query(
    `with chosen as (
       select id, sender_id, pub_date, parsed_body from messages
       where visible and not is_private and not is_original_message and source = 'web' and parsed_body like '%.</p>'
         and length(cleaned_body) > 200
       order by thread_id desc, id limit $1),
     edited as (
       update messages m set edited_at = m.pub_date + make_interval(mins => $2), edited_by = m.sender_id
       from chosen c where m.id = c.id)
     insert into message_versions (message_id, version, body, edited_by, created_at)
     -- Without its last sentence, which was added.
     select id, 1, regexp_replace(parsed_body, '\\.[^.<]*\\.</p>$', '.</p>'), sender_id, pub_date from chosen
     union all
     select id, 2, parsed_body, sender_id, pub_date + make_interval(mins => $2) from chosen`,
    [EDITED, MINUTES_LATER],
  )
}
