/** Null keeps the stored value, or the default if nothing is stored. */
export const upsertPreferences = {
  name: 'upsert-display-preferences',
  text: `insert into member_preferences as p (user_id, feed_density, keyboard_shortcuts)
    values ($1, coalesce($2, 'full'), coalesce($3, true))
    on conflict (user_id) do update set
      feed_density = coalesce($2, p.feed_density), keyboard_shortcuts = coalesce($3, p.keyboard_shortcuts)`,
}
