/** Words about members that every screen says alike. */
import { ANONYMOUS_USER_ID } from './anonymity.ts'
import { searchContextQuery, type SearchContext } from './search-context.ts'

/** "General Counsel, Ostrander", or less where less is known. */
export const personLine = ({
  id,
  title,
  company,
}: {
  id?: number
  title: string | null
  company: { name: string } | null
}): string => (id === ANONYMOUS_USER_ID ? ANONYMOUS_LINE : [title, company?.name].filter(Boolean).join(', '))
/** Beside the name of the member who asked without one, where others have their post. */
const ANONYMOUS_LINE = 'asked without a name'

/** A person within a sentence: by the first name, or as what an anonymous author is. */
export const calledInSentence = ({ id, name }: { id: number; name: string }): string =>
  id === ANONYMOUS_USER_ID ? 'the member who asked' : name.split(' ')[0]!

/** The address of a member's page, with where a search began. */
export const memberPath = (id: number, context: SearchContext = {}): string =>
  `/members/${id}${searchContextQuery(context)}`

/** Who is online is shown in steps, for everybody at once. */
export const PRESENCE_STEP_MINUTES = 5
/** In a network where fewer are online nobody is shown as online: one of few can be found by what appears. */
export const PRESENCE_FEWEST = 5
