import type { ThreadType } from '#shared/discussions.ts'
import type { FeatureKey } from '#shared/feature-flags.ts'
import { hasFeature } from '#web/platform/session/features.ts'
import type { Viewer } from '#web/platform/session/session.ts'

const FEATURES: Partial<Record<ThreadType, FeatureKey>> = { poll: 'polls', recommendation_request: 'recommendations' }

/** Returns false if staff disabled the feature that this thread type needs. */
export function isKindOffered(viewer: Viewer, kind: ThreadType): boolean {
  const feature = FEATURES[kind]
  return feature === undefined || hasFeature(viewer, feature)
}
