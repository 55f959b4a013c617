import { Suspense, lazy, useState } from 'react'
import type { ReplyExpertInput, ReplyVoteInput } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'

/** An expert that a post will name; `expert` is what is sent. */
export interface NamedDraft {
  expert: ReplyExpertInput
  name: string
  company: { name: string } | null
  vote: boolean | null
  /** The member has voted before, and that vote stands. */
  has_vote: boolean
}

const load = () => import('#web/features/discussions/NamingField.tsx')
const NamingField = lazy(load)

/** Votes go out only for experts that have one here and none on the server. */
export const votesOf = (experts: readonly NamedDraft[]): ReplyVoteInput[] =>
  experts.flatMap(({ expert, name, vote, has_vote }) =>
    vote === null || has_vote ? [] : { id: expert.existing_expert ?? null, vote, name },
  )

/** The tool beside the others and the field beneath the text; loaded when somebody reaches for it. */
export function useNaming(
  threadId: number | null,
  isPrivate: boolean,
  experts: readonly NamedDraft[],
  onChange: (experts: NamedDraft[]) => void,
) {
  const [isOpen, setOpen] = useState(false)
  return {
    tool: (
      <Button look="bare" aria-expanded={isOpen} onPointerEnter={() => void load()} onClick={() => setOpen(!isOpen)}>
        Name an expert
      </Button>
    ),
    field: (isOpen || experts.length > 0) && (
      <Suspense>
        <NamingField
          threadId={threadId}
          isPrivate={isPrivate}
          experts={experts}
          isOpen={isOpen}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}
