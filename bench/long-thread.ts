/** Creates a thread of 1,000 messages among the demo's members, to test the browser with it. */
import type pg from 'pg'

const MESSAGES = 1_000

/** Inserts replies to the opening message and to other replies, some of them long. Returns the thread's id. */
export async function makeLongThread(pool: pg.Pool, email: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into threads (author_id, topic, cleaned_body, cleaned_html, processed, approved, pub_date)
     select id, 'What the long thread taught us', 'A question.', '<p>A question.</p>', true, true, now() - interval '400 days'
     from users where email = $1 returning id`,
    [email],
  )
  const thread = rows[0]!.id
  await pool.query(
    `insert into thread_peer_networks select $1, peer_network_id
     from peer_network_memberships m join users u on u.id = m.user_id where u.email = $2 limit 1`,
    [thread, email],
  )
  const opening = await pool.query<{ id: number }>(
    `insert into messages (thread_id, sender_id, is_original_message, body, parsed_body, cleaned_body, source, pub_date)
     select id, author_id, true, cleaned_html, cleaned_html, cleaned_body, 'web', pub_date from threads where id = $1
     returning id`,
    [thread],
  )
  const first = opening.rows[0]!.id
  await pool.query(
    `insert into messages (thread_id, sender_id, message_replied_id, body, parsed_body, cleaned_body, source, pub_date)
     select $1, (array_agg(m.user_id))[1 + n % count(*)], case when n % 3 = 0 then $2::bigint + n - 1 else $2 end,
       t.html, t.html, t.html, 'web', now() - interval '399 days' + n * interval '1 minute'
     from generate_series(1, $3 - 1) n
     cross join lateral (select string_agg('<p>We met the same question last year and settled it with the board: '
       || 'the schedule names the owner, the cap follows the fee, and nobody signs before finance has read it.</p>', '') as html
       from generate_series(0, n % 4)) t
     join thread_peer_networks p on p.thread_id = $1
     join peer_network_memberships m on m.peer_network_id = p.peer_network_id
     group by n, t.html`,
    [thread, first, MESSAGES],
  )
  await pool.query('select refresh_threads(array[$1::bigint])', [thread])
  return thread
}
