import type { ReplyExpertInput, ReplyVoteInput } from '#api/operations.ts'

/** An expert that a post will name; `expert` is what is sent. */
export interface ExpertTagDraft {
  expert: ReplyExpertInput
  name: string
  company: { name: string } | null
  /** None when the member has voted before: that vote stands. */
  ballot: ReplyVoteInput | null
  has_vote: boolean
}

/** What the field needs in which experts are named. */
export interface Naming {
  threadId: number | null
  isPrivate: boolean
  isAnonymous: boolean
  opensAtOnce?: boolean
  experts: readonly ExpertTagDraft[]
  onChange: (experts: ExpertTagDraft[]) => void
}

export interface ExpertTagFieldProps extends Naming {
  isOpen: boolean
  onClose: () => void
}
