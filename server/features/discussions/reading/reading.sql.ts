/** Statements for a member's reading state. */
export const hideThread = {
  name: 'hide-thread',
  text: 'insert into hidden_threads (user_id, thread_id) values ($1, $2) on conflict do nothing',
}
export const unhideThread = {
  name: 'unhide-thread',
  text: 'delete from hidden_threads where user_id = $1 and thread_id = $2',
}
export const markAllRead = {
  name: 'mark-all-read',
  text: `insert into reading_marks as r (user_id, read_at) values ($1, now())
    on conflict (user_id) do update set read_at_before = r.read_at, read_at = now()`,
}
export const undoMarkAllRead = {
  name: 'undo-mark-all-read',
  text: 'update reading_marks set read_at = read_at_before, read_at_before = null where user_id = $1',
}
