/** Expert tags of a draft, until the post is sent. */
import { ExpertsThreadSearch } from '#api/operations.ts'
import { expertInWords } from '#shared/discussions.ts'
import { EXPERTS_PER_POST, newExpertInput, type NamedExpert } from '#shared/experts.ts'
import { findExperts, type SuggestedExpert } from '#web/features/discussions/expert-tags/expert-tags.queries.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import type { SuggestOthers } from '#web/writing/editor/editor-types.ts'

/** Number of experts listed below the members in the @ suggestions. */
const BENEATH_MEMBERS = 4

export const findKey = (threadId: number | null) => [ExpertsThreadSearch.name, 'to name', threadId]

export const tagForExpert = ({
  id,
  name,
  company,
  vote,
}: Pick<SuggestedExpert, 'id' | 'name' | 'company' | 'vote'>): ExpertTagDraft => ({
  expert: { existing_expert: id, areas_of_expertise: [] },
  name,
  company,
  ballot: null,
  has_vote: vote !== null,
})

export function tagForNewExpert(written: NamedExpert): ExpertTagDraft {
  const { expert, company } = newExpertInput(written)
  return {
    expert: { ...expert, ...company, areas_of_expertise: [] },
    name: written.name.trim(),
    company: written.type === 'individual' ? { name: written.company.trim() } : null,
    ballot: null,
    has_vote: false,
  }
}

const isSame = (one: ExpertTagDraft, other: ExpertTagDraft) =>
  (one.expert.existing_expert ?? one.name.toLowerCase()) === (other.expert.existing_expert ?? other.name.toLowerCase())

/** Adds `one` unless it is already tagged or the limit is reached. */
export const addTag = (known: readonly ExpertTagDraft[], one: ExpertTagDraft): ExpertTagDraft[] =>
  known.length >= EXPERTS_PER_POST || known.some((each) => isSame(each, one)) ? [...known] : [...known, one]

export const standing = ({ label, mention_count, thread_mention_count }: SuggestedExpert) =>
  [label, thread_mention_count > 0 && 'tagged here', mention_count > 0 && `mentioned ${mention_count} times`]
    .filter(Boolean)
    .join(', ')
    .replace('1 times', 'once')

/** Suggests experts, firms and software after @; choosing one tags it in the post. */
export const suggestExperts =
  (threadId: number | null, onNamed: (named: ExpertTagDraft) => void): SuggestOthers =>
  async (search) =>
    (await findExperts(threadId, search, { limit: BENEATH_MEMBERS })).map((expert) => ({
      id: expert.id,
      name: expert.name,
      line: [expertInWords(expert) === expert.name ? '' : expert.company!.name, standing(expert)]
        .filter(Boolean)
        .join(', '),
      onNamed: () => onNamed(tagForExpert(expert)),
    }))
