import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  readDirectorySearch,
  toggled,
  type DirectorySearch,
  type ListFilter,
} from '#web/features/people/directory/directory-search.ts'
import { facetsQuery } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/People.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox, SelectMenu } from '#web/kit/forms/Controls.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'

const LISTS: readonly (readonly [ListFilter, string])[] = [
  ['areas_of_expertise', 'Expertise'],
  ['industries', 'Industry'],
  ['company_types', 'Company type'],
  ['chapters', 'Chapter'],
  ['law_schools', 'Law school'],
]

interface Props {
  search: DirectorySearch
  onChange: (search: DirectorySearch) => void
}

/** Filters of the directory, with the number of results for each choice. */
export function DirectoryFilters({ search, onChange }: Props) {
  const { data, isError, refetch } = useQuery({ ...facetsQuery(search), placeholderData: keepPreviousData })
  const facets = data?.directory_facets
  if (isError)
    return (
      <p className={styles.panel}>
        We couldn’t load the filters. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  if (!facets)
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton width="most" />
      </div>
    )
  return (
    <div className={styles.panel}>
      <div className={styles.facets}>
        <fieldset className={styles.facet}>
          <legend>City</legend>
          <SelectMenu
            label="City"
            hidesLabel
            none="Any city"
            value={search.city_location ?? ''}
            options={facets.cities.map(({ name, country, count }) => ({
              key: `${name} ${country}`,
              value: name,
              label: `${name} (${count})`,
            }))}
            onChange={(city) => onChange(readDirectorySearch({ ...search, city_location: city }))}
          />
        </fieldset>
        {LISTS.filter(([filter]) => facets[filter].length > 0).map(([filter, label]) => (
          <fieldset key={filter} className={styles.facet}>
            <legend>{label}</legend>
            <ul tabIndex={0} aria-label={label}>
              {facets[filter].map(({ id, name, count }) => (
                <li key={id}>
                  <Checkbox
                    label={
                      <>
                        {name} <span className={styles.tally}>{count}</span>
                      </>
                    }
                    checked={([search[filter] ?? []].flat() as number[]).includes(id)}
                    onChange={() => onChange(toggled(search, filter, id))}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
    </div>
  )
}
