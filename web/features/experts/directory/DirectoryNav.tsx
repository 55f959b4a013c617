import { ROUTES } from '#shared/routes.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { SectionNav } from '#web/platform/shell/SectionNav.tsx'

const PLACES = [
  { path: ROUTES.experts, label: 'All experts' },
  { path: ROUTES.expertCategories, label: 'Categories' },
]

/** The two views of the directory. */
export const DirectoryPlaces = () => (
  <SectionNav label="Browse experts by">
    {PLACES.map(({ path, label }) => (
      <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
        {label}
      </Link>
    ))}
  </SectionNav>
)
