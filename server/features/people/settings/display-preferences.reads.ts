import { define, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'
import { people } from '#server/features/people/members/people.access.ts'

export const displayPreferenceReads = define({
  Viewer: {
    feed_density: value(() => sql`coalesce((select p.feed_density from ${profiles.own_preferences} p), 'full')`),
    keyboard_shortcuts: value(
      () => sql`coalesce((select p.keyboard_shortcuts from ${profiles.own_preferences} p), true)`,
    ),
    reply_order: value(() => sql`coalesce((select p.reply_order from ${profiles.own_preferences} p), 'oldest')`),
    enter_sends: value(() => sql`coalesce((select p.enter_sends from ${profiles.own_preferences} p), false)`),
    counts_activity: value(() => sql`coalesce((select p.counts_activity from ${profiles.own_preferences} p), true)`),
    shows_summaries: value(() => sql`coalesce((select p.shows_summaries from ${profiles.own_preferences} p), true)`),
  },
  Mutation: { updateDisplayPreferences: one(() => sql`select u.* from ${people.viewer} u`) },
})
