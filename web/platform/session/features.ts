/** The features that staff have disabled for the viewer. */
import type { FeatureKey } from '#shared/feature-flags.ts'
import { visibilityAcross } from '#shared/networks.ts'
import { useUser, type Viewer } from '#web/platform/session/session.ts'

export const hasFeature = ({ feature_flags }: Viewer, key: FeatureKey): boolean =>
  feature_flags.find((flag) => flag.key === key)?.enabled ?? true

export const useFeature = (key: FeatureKey): boolean => hasFeature(useUser(), key)

/** What the menu shows: without the assistant if it is turned off for the viewer; its page then says so. */
export function menuVisibilityFor(viewer: Viewer): unknown {
  const visibility = visibilityFor(viewer)
  return hasFeature(viewer, 'ai_assistant') ? visibility : { ...visibility, ai_assistant: false }
}

/** The menu settings of the member's networks; a disabled feature hides its section. */
export function visibilityFor(viewer: Viewer): Record<string, boolean> {
  const visibility = visibilityAcross(
    viewer.peer_network_memberships.map(({ peer_network }) => peer_network.main_menu_visibility),
  )
  return hasFeature(viewer, 'recommendations') ? visibility : { ...visibility, recommendations: false }
}
