/** The section names for tracking, by URL. */
import { SECTION_LABELS, type SectionName } from './networks.ts'
import { ROUTES, barePath } from './routes.ts'

/** The tracking section by path, most specific first. Pages without a section are not listed. */
const TRACKED: readonly (readonly [RegExp, SectionName])[] = [
  [/^\/feed\/\d+$/, 'thread'],
  [/^\/feed$/, 'discussions_home'],
  [/^\/experts\/\d+$/, 'expert_profile'],
  [/^\/experts\/categories$/, 'category_type'],
  [/^\/(experts|recommendations)$/, 'recommendations_home'],
  [/^\/content\/peer-documents(\/featured)?$/, 'peer documents'],
  [/^\/bookmarks$/, 'bookmarks'],
  [/^\/members(\/\d+)?$/, 'members'],
  [/^\/content\/event-materials\/mainstage(\/\d+)?$/, 'mainstage'],
  [/^\/content\/event-materials\/\d+$/, 'event'],
  [/^\/content\/event-materials$/, 'events'],
  [/^\/inbox$/, 'inbox'],
  [/^\/profile\/badges$/, 'gamification/badges'],
  [/^\/profile(\/|$)/, 'profile'],
  [/^\/content\/learning-hub\/\d+$/, 'series'],
  [/^\/content\/learning-hub$/, 'learning-hub'],
]

/** A part of a page that is tracked as a separate section. */
const UNIT = 'member_connections_unit' satisfies SectionName

/** The tracking section and its label: of the page, or of the unit of the page in which the event happened. */
export function trackedSection(
  address: string,
  unit?: unknown,
): { section: SectionName; section_label: string } | undefined {
  const name = unit === UNIT ? UNIT : sectionOfPage(address)
  return name && { section: name, section_label: SECTION_LABELS[name] }
}

/** On the search page, a single section of results is tracked differently from all results. */
function sectionOfPage(address: string): SectionName | undefined {
  const path = barePath(address)
  if (path === ROUTES.search) return /[?&]s=/.test(address) ? 'all_results' : 'global_search'
  return TRACKED.find(([pattern]) => pattern.test(path))?.[1]
}
