import { useQuery } from '@tanstack/react-query'
import { inCommonQuery } from '#web/features/people/people.queries.ts'
import { Facts, namesOf, Part, type Fact } from '#web/features/people/profile/ProfileParts.tsx'

interface Shared {
  count: number
  company_size: boolean
  industries: { name: string }[]
  interests: { name: string }[]
  chapters: { name: string }[]
  law_schools: { name: string }[]
  law_firms: { name: string }[]
  areas_of_expertise: { name: string }[]
}

const factsOf = (shared: Shared): Fact[] => [
  ['Areas of expertise', namesOf(shared.areas_of_expertise)],
  ['Industries', namesOf(shared.industries)],
  ['Law school', namesOf(shared.law_schools)],
  ['Law firms', namesOf(shared.law_firms)],
  ['Chapter', namesOf(shared.chapters)],
  ['Interests', namesOf(shared.interests)],
  ['Company size', shared.company_size && 'Similar company size'],
]

/** One-line summary, such as "Tax · Jazz · company size". */
export const sharedLine = (shared: Shared | null): string =>
  shared
    ? factsOf(shared)
        .flatMap(([label, value]) => (value ? [label === 'Company size' ? 'company size' : String(value)] : []))
        .join(' · ')
    : ''

/** What the viewer and this member have in common; renders nothing if there is nothing. */
export function SharedInterests({ person }: { person: { id: number; is_own: boolean } }) {
  const { data } = useQuery({ ...inCommonQuery(person.id), enabled: !person.is_own })
  const shared = data?.profile_similarities
  if (!shared || shared.count === 0) return null
  return (
    <Part title="In common with you">
      <Facts facts={factsOf(shared)} />
    </Part>
  )
}
