import { parseSearch } from '#web/platform/navigation/search-params.ts'
import { ExpertInFront, MemberInFront, ThreadOverlay } from '#web/routes/front-pages.tsx'

/** The page of an overlay's path. A path that is not listed here opens as a full page. */
export function OverlayPage({ path, query }: { path: string; query: string }) {
  const [, place, digits] = /^\/(feed|members|experts)\/(\d+)$/.exec(path) ?? []
  const id = Number(digits)
  if (place === 'feed') return <ThreadOverlay threadId={id} />
  if (place === 'members') return <MemberInFront id={id} search={parseSearch(query)} />
  if (place === 'experts') return <ExpertInFront id={id} search={parseSearch(query)} />
  return null
}
