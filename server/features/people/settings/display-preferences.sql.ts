import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Null keeps the stored value, or the default if nothing is stored. */
export const upsertPreferences = statement(
  'upsert-display-preferences',
  {
    userId: 'bigint',
    feedDensity: 'text',
    keyboardShortcuts: 'boolean',
    enterSends: 'boolean',
    countsActivity: 'boolean',
    showsSummaries: 'boolean',
    replyOrder: 'text',
  },
  (
    p,
  ) => sql`insert into member_preferences as p (user_id, feed_density, keyboard_shortcuts, enter_sends, counts_activity, shows_summaries, reply_order)
    values (${p.userId}, coalesce(${p.feedDensity}, 'full'), coalesce(${p.keyboardShortcuts}, true),
      coalesce(${p.enterSends}, false), coalesce(${p.countsActivity}, true),
      coalesce(${p.showsSummaries}, true), coalesce(${p.replyOrder}, 'oldest'))
    on conflict (user_id) do update set
      feed_density = coalesce(${p.feedDensity}, p.feed_density), keyboard_shortcuts = coalesce(${p.keyboardShortcuts}, p.keyboard_shortcuts),
      enter_sends = coalesce(${p.enterSends}, p.enter_sends), counts_activity = coalesce(${p.countsActivity}, p.counts_activity),
      shows_summaries = coalesce(${p.showsSummaries}, p.shows_summaries), reply_order = coalesce(${p.replyOrder}, p.reply_order)`,
)
