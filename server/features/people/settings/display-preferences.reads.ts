import { define, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { preferences } from './display-preferences.access.ts'
import { people } from '#server/features/people/members/people.access.ts'

export const displayPreferenceReads = define({
  Viewer: {
    feed_density: value(() => sql`coalesce((select p.feed_density from ${preferences.preferences} p), 'full')`),
    keyboard_shortcuts: value(
      () => sql`coalesce((select p.keyboard_shortcuts from ${preferences.preferences} p), true)`,
    ),
    reply_order: value(() => sql`coalesce((select p.reply_order from ${preferences.preferences} p), 'oldest')`),
    enter_sends: value(() => sql`coalesce((select p.enter_sends from ${preferences.preferences} p), false)`),
    counts_activity: value(() => sql`coalesce((select p.counts_activity from ${preferences.preferences} p), true)`),
  },
  Mutation: { updateDisplayPreferences: one(() => sql`select u.* from ${people.viewer} u`) },
})
