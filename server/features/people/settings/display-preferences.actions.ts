import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { upsertPreferences } from './display-preferences.sql.ts'

interface PreferenceArgs {
  feed_density?: 'full' | 'headlines' | null
  keyboard_shortcuts?: boolean | null
  enter_sends?: boolean | null
  counts_activity?: boolean | null
  shows_summaries?: boolean | null
  reply_order?: 'newest' | 'oldest' | null
}

/** Saves how the member reads (list density, shortcuts, order of replies, summaries), and whether they are counted. Resolves to the member's id. */
export async function updateDisplayPreferences(pool: pg.Pool, { viewer, args }: Call<PreferenceArgs>): Promise<number> {
  await pool.query(
    upsertPreferences({
      userId: viewer.id,
      feedDensity: args.feed_density ?? null,
      keyboardShortcuts: args.keyboard_shortcuts ?? null,
      enterSends: args.enter_sends ?? null,
      countsActivity: args.counts_activity ?? null,
      showsSummaries: args.shows_summaries ?? null,
      replyOrder: args.reply_order ?? null,
    }),
  )
  return viewer.id
}
