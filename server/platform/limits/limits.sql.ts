/** SQL for posting limits. */

/** Counts the act, or aborts the statement. `$windows` and `$windows + 1` are the two lists of `Windows`. */
export const counted = (
  kind: string,
  { actor, asked, windows }: { actor: string; asked: string; windows: number },
): string => `count_limited_act(${actor}, '${kind}', ${asked}, $${windows}::integer[], $${windows + 1}::integer[])`

export const countAct = {
  name: 'count-limited-act',
  text: 'select count_limited_act($1, $2, $3, $4, $5)',
}
export const insertHit = {
  name: 'insert-limit-hit',
  text: `insert into limit_hits as h (user_id, kind) values ($1, $2)
    on conflict (user_id, kind, day) do update set times = h.times + 1, last_at = now()`,
}
export const deleteOldHits = {
  name: 'delete-old-limit-hits',
  text: 'delete from limit_hits where last_at < now() - make_interval(days => $1)',
}
