/** One's own activity, put together from what discussions and experts know. Loaded when it is opened. */
import type { ActivitySearch } from '#web/features/discussions/activity-search.ts'
import { ActivityPage } from '#web/features/discussions/ActivityPage.tsx'
import { GivenRecommendations } from '#web/features/experts/GivenRecommendations.tsx'
import { useUser } from '#web/platform/session.ts'

const NONE = {
  title: 'You have recommended nobody yet',
  text: 'Whom you recommend stands here, with your words, and on the page of the expert.',
}

export const ActivityPlace = ({ search }: { search: ActivitySearch }) => (
  <ActivityPage search={search} recommendations={<GivenRecommendations userId={useUser().id} empty={NONE} />} />
)
