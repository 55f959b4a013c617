import type { ReplyExpertInput, ReplyVoteInput } from '#api/operations.ts'

/** An expert tag in a draft; `expert` is the input sent to the server. */
export interface ExpertTagDraft {
  expert: ReplyExpertInput
  name: string
  company: { name: string } | null
  /** Null if the member has already voted: that vote is unchanged. */
  ballot: ReplyVoteInput | null
  has_vote: boolean
}

/** Props of the field for tagging experts. */
export interface Naming {
  threadId: number | null
  isPrivate: boolean
  isAnonymous: boolean
  experts: readonly ExpertTagDraft[]
  onChange: (experts: ExpertTagDraft[]) => void
}

export interface ExpertTagFieldProps extends Naming {
  isOpen: boolean
  onClose: () => void
}
