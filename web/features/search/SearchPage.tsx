import type { ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { FoundThreads } from '#web/features/search/FoundThreads.tsx'
import { HowToSearch } from '#web/features/search/HowToSearch.tsx'
import type { SearchAddress } from '#web/features/search/search-address.ts'
import { SearchForm } from '#web/features/search/SearchForm.tsx'
import { SearchFilters } from '#web/features/search/SearchFilters.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/search/SearchPage.module.css'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { SectionNav, WHOLE_ADDRESS } from '#web/platform/shell/SectionNav.tsx'

/** A section provided by another feature: its first results, or all of them. */
export interface OtherSection {
  id: SearchSection
  label: string
  results: (address: SearchAddress, all: boolean) => ReactNode
}

/** Searches everything that the member can read. */
export function SearchPage({ address, others }: { address: SearchAddress; others: readonly OtherSection[] }) {
  const { q = '', s, sid } = address
  useTitle(q === '' ? 'Braintrust' : `${q} · Braintrust`)
  const sections = [{ id: 'threads' as const, label: 'Discussions' }, ...others]
  const shown = s === undefined ? sections : sections.filter(({ id }) => id === s)
  return (
    <Page side={<HowToSearch />}>
      <h1 className="t-page-title">Braintrust</h1>
      <p className={styles.lede}>Search everything you have access to.</p>
      <SearchForm key={q} address={address} />
      <SectionNav label="Result types">
        {[{ id: undefined, label: 'All' }, ...sections].map(({ id, label }) => (
          <Link
            key={label}
            to={ROUTES.search}
            search={{ ...(q && { q }), ...(id && { s: id }) }}
            activeOptions={WHOLE_ADDRESS}
            aria-current={id === s ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </SectionNav>
      {q === '' && sid === undefined ? (
        <div className={styles.before}>
          <HowToSearch />
        </div>
      ) : (
        shown.map(({ id, label }) => (
          <section key={id} className={styles.results} aria-labelledby={`found-${id}`}>
            <h2 id={`found-${id}`} className={s === undefined ? 't-topic' : 'visually-hidden'}>
              {label}
            </h2>
            {id === 'threads' && s === 'threads' && <SearchFilters address={address} />}
            {id === 'threads' ? (
              <FoundThreads address={address} isWhole={s !== undefined} />
            ) : (
              others.find((other) => other.id === id)?.results(address, s !== undefined)
            )}
            {s === undefined && (
              <Link to={ROUTES.search} search={{ q, s: id }} className={styles.all}>
                All {label.toLowerCase()}
              </Link>
            )}
          </section>
        ))
      )}
    </Page>
  )
}
