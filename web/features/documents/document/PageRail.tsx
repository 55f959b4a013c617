import { ROUTES } from '#shared/routes.ts'
import styles from '#web/features/documents/document/Document.module.css'
import { Link } from '#web/platform/router/Link.tsx'

interface Props {
  id: number
  label: string
  count: number
  current: number
  search: (page: number) => Record<string, unknown>
}

/** Links to the pages, beside the document on wide screens. */
export const PageRail = ({ id, label, count, current, search }: Props) => (
  <nav className={styles.rail} aria-label="Pages">
    {Array.from({ length: count }, (_, index) => index + 1).map((page) => (
      <Link
        key={page}
        to={`${ROUTES.peerDocuments}/${id}`}
        search={search(page) as never}
        aria-label={`${label} ${page}`}
        aria-current={page === current ? 'true' : undefined}
        replace
        resetScroll={false}
      >
        {page}
      </Link>
    ))}
  </nav>
)
