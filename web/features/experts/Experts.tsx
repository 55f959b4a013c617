/** All expert pages in one chunk, because none is a first view. Converts URL parameters to props. */
import { readSearchContext } from '#shared/search-context.ts'
import { DirectoryPage } from '#web/features/experts/directory/DirectoryPage.tsx'
import { readExpertSearch } from '#web/features/experts/recommend/expert-search.ts'
import { ExpertPage } from '#web/features/experts/expert/ExpertPage.tsx'
import { profileQuery } from '#web/features/experts/experts.queries.ts'
import { RecommendationsPage, VIEWS } from '#web/features/experts/recommend/RecommendationsPage.tsx'

export { CategoriesPage } from '#web/features/experts/directory/CategoriesPage.tsx'

type Search = Record<string, unknown>

export const expertQuery = (id: number, search: Search) => profileQuery(id, readSearchContext(search))

export const DirectoryRoute = ({ search }: { search: Search }) => <DirectoryPage search={readExpertSearch(search)} />

export const ExpertRoute = ({ id, search }: { id: number; search: Search }) => (
  <ExpertPage key={id} id={id} context={readSearchContext(search)} />
)

export const RecommendationsRoute = ({ search: { view } }: { search: Search }) => {
  const known = VIEWS.find((each) => each === view)
  return <RecommendationsPage search={known ? { view: known } : {}} />
}
