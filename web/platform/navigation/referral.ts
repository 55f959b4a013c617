/** The page that led here, in the categories of analytics. */
import { barePath } from '#shared/routes.ts'
import { REFERRAL_SOURCES, type ReferralSource } from '#web/platform/analytics/analytics.ts'
import { visitHistory } from '#web/platform/navigation/history.ts'
import { previousPageOf } from '#web/platform/navigation/visit-history.ts'

/** Pages that link to others, with their analytics names. */
const PLACES: readonly (readonly [RegExp, ReferralSource])[] = [
  [/^\/feed$/, 'feed'],
  [/^\/feed\/\d+$/, 'thread_details'],
  [/^\/members$/, 'member_directory'],
  [/^\/members\/\d+$/, 'member_page'],
  [/^\/(?:recommendations|experts(?:\/\d+|\/categories)?)$/, 'expert_recommendations'],
  [/^\/inbox$/, 'inbox'],
  [/^\/notifications$/, 'notifications'],
]
export const sectionOf = (href = ''): ReferralSource | undefined =>
  PLACES.find(([pattern]) => pattern.test(barePath(href)))?.[1]

/** The `referral_source` of the link, else the previous page. */
export function referral(search = location.search): { referral_source?: ReferralSource } {
  const said = new URLSearchParams(search).get('referral_source')
  const { trail, index } = visitHistory.get()
  const source = REFERRAL_SOURCES.find((each) => each === said) ?? sectionOf(previousPageOf(trail, index)?.href)
  return source ? { referral_source: source } : {}
}
