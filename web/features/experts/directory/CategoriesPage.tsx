import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { DirectoryPlaces } from '#web/features/experts/directory/DirectoryNav.tsx'
import { categoriesQuery } from '#web/features/experts/experts.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const isLike = (name: string, words: string) => name.toLowerCase().includes(words.trim().toLowerCase())

/** Vendor categories, with the number of experts in each. */
export function CategoriesPage() {
  useTitle('Expert categories')
  const [words, setWords] = useState('')
  const { data, isError, refetch } = useQuery(categoriesQuery)
  const all = data?.expert_company_types
  const shown = all?.filter(({ name }) => isLike(name, words)) ?? []
  return (
    <Page>
      <h1 className="t-page-title">Expert categories</h1>
      <p className={styles.lede}>Browse vendors by type. Counts include only experts you can see.</p>
      <DirectoryPlaces />
      {all === undefined &&
        (isError ? (
          <Failed title="We couldn’t load the categories" onRetry={() => void refetch()} />
        ) : (
          <Rows label="Categories" />
        ))}
      {all?.length === 0 && (
        <StatePage title="No categories yet">
          <p>Categories appear once an expert’s company is assigned to one.</p>
        </StatePage>
      )}
      {all && all.length > 0 && (
        <>
          <div className={styles.narrow}>
            <Field
              label="Search categories"
              type="search"
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <p role="status" className={styles.count}>
            {counted(shown.length, 'category', 'categories')}
          </p>
          <ul className={styles.tiles} aria-label="Categories">
            {shown.map(({ id, name, num_of_experts }) => (
              <li key={id}>
                <Link to={ROUTES.experts} search={{ category: id } as never} className={styles.tile}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.facts}>{counted(num_of_experts, 'expert')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
