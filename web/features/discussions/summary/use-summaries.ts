import { hasFeature } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Whether the viewer is shown what was said: neither staff nor they themselves have turned it off. */
export function useSummaries(): boolean {
  const viewer = useUser()
  return viewer.shows_summaries && hasFeature(viewer, 'ai_assistant')
}
