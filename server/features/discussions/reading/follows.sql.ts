/** Statements for follows: one row holds the explicit choice and its time. */
export const upsertFollow = {
  name: 'upsert-follow',
  text: `insert into thread_follows (user_id, thread_id) values ($1, $2)
    on conflict (user_id, thread_id) do update set followed_at = now(), unfollowed_at = null
      where thread_follows.unfollowed_at is not null`,
}
export const upsertUnfollow = {
  name: 'upsert-unfollow',
  text: `insert into thread_follows (user_id, thread_id, unfollowed_at) values ($1, $2, now())
    on conflict (user_id, thread_id) do update set unfollowed_at = now() where thread_follows.unfollowed_at is null`,
}
