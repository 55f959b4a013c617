/** Texts about members that all screens share. */
import { ANONYMOUS_USER_ID } from './anonymity.ts'
import { searchContextQuery, type SearchContext } from './search-context.ts'

/** "General Counsel, Ostrander", or less if less is known. */
export const personLine = ({
  id,
  title,
  company,
}: {
  id?: number
  title: string | null
  company: { name: string } | null
}): string => (id === ANONYMOUS_USER_ID ? ANONYMOUS_LINE : [title, company?.name].filter(Boolean).join(', '))
/** Shown next to an anonymous author, in place of the job title. */
const ANONYMOUS_LINE = 'asked without a name'

/** A person within a sentence: the first name, or a phrase for an anonymous author. */
export const calledInSentence = ({ id, name }: { id: number; name: string }): string =>
  id === ANONYMOUS_USER_ID ? 'the member who asked' : name.split(' ')[0]!

/** The URL of a member's page, with the search context. */
export const memberPath = (id: number, context: SearchContext = {}): string =>
  `/members/${id}${searchContextQuery(context)}`

/** Online status is updated in steps of this length, for everyone at once. */
export const PRESENCE_STEP_MINUTES = 5
/**
 * If fewer members of a network are online, none is shown as online: one of few could be identified by what is posted.
 */
export const PRESENCE_FEWEST = 5
