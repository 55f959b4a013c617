/** The features that staff have disabled for the viewer. */
import type { FeatureKey } from '#shared/feature-flags.ts'
import { primaryNetworkOf, useUser, type Viewer } from '#web/platform/session/session.ts'

export const hasFeature = ({ feature_flags }: Viewer, key: FeatureKey): boolean =>
  feature_flags.find((flag) => flag.key === key)?.enabled ?? true

export const useFeature = (key: FeatureKey): boolean => hasFeature(useUser(), key)

/** The menu settings of the member's network; a disabled feature hides its section. */
export function visibilityFor(viewer: Viewer): unknown {
  const visibility: unknown = primaryNetworkOf(viewer)?.main_menu_visibility
  return hasFeature(viewer, 'recommendations') ? visibility : { ...(visibility as object), recommendations: false }
}
