/** The viewer's own activity, composed of the features discussions and experts. Loaded on demand. */
import type { ActivitySearch } from '#web/features/discussions/activity/activity-search.ts'
import { ActivityPage } from '#web/features/discussions/activity/ActivityPage.tsx'
import { GivenRecommendations } from '#web/features/experts/recommend/GivenRecommendations.tsx'
import { useUser } from '#web/platform/session/session.ts'

const NONE = {
  title: 'You haven’t recommended anyone yet',
  text: 'Your recommendations appear here and on each expert’s page.',
}

export const ActivityRoute = ({ search }: { search: ActivitySearch }) => (
  <ActivityPage search={search} recommendations={<GivenRecommendations userId={useUser().id} empty={NONE} />} />
)
