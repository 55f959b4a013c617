import { useQuery } from '@tanstack/react-query'
import { isReferenceList, shapeOf } from '#shared/reference-lists.ts'
import { counted } from '#shared/kit/text.ts'
import { ListPage } from '#web/features/reference-lists/ListPage.tsx'
import { listPath, listsQuery, listTitle } from '#web/features/reference-lists/reference-lists.queries.ts'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Lists.module.css'

/** The lists that members choose from, or the entries of one. */
export function ListsPage() {
  const { list } = useSearch() as { list?: string }
  return isReferenceList(list) ? <ListPage key={list} list={list} /> : <AllLists />
}

const sizeWords = (count: number, retired: number) =>
  `${counted(count, 'entry', 'entries')}${retired > 0 ? `, ${retired.toLocaleString('en-US')} retired` : ''}`

function AllLists() {
  const { data, isError, refetch } = useQuery(listsQuery)
  return (
    <StaffPage title="Lists" lede="What members choose from: edit, merge, retire and import entries.">
      {isError && !data && (
        <StatePage title="We couldn’t load the lists" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <ul aria-label="Lists" className={styles.list}>
          {data.reference_lists.map(({ list, num_of_entries, num_of_retired }) => (
            <li key={list} className={rows.row}>
              <div className={rows.grow}>
                <p className={styles.name}>
                  <Link to={listPath(list)}>{listTitle(list)}</Link>
                </p>
                <p className={rows.quiet}>{shapeOf(list).about}</p>
              </div>
              <span className={rows.quiet}>{sizeWords(num_of_entries, num_of_retired)}</span>
            </li>
          ))}
        </ul>
      )}
    </StaffPage>
  )
}
