import { useState } from 'react'
import type { ReplyExpertInput, ReplyVoteInput } from '#api/operations.ts'
import { ahead } from '#web/kit/ahead.tsx'
import { Button } from '#web/kit/Button.tsx'

/** An expert that a post will name; `expert` is what is sent. */
export interface NamedDraft {
  expert: ReplyExpertInput
  name: string
  company: { name: string } | null
  /** None when the member has voted before: that vote stands. */
  ballot: ReplyVoteInput | null
  has_vote: boolean
}

const NamingField = ahead(() => import('#web/features/discussions/NamingField.tsx'))

interface Naming {
  threadId: number | null
  isPrivate: boolean
  isAnonymous: boolean
  opensAtOnce?: boolean
  experts: readonly NamedDraft[]
  onChange: (experts: NamedDraft[]) => void
}

export interface NamingFieldProps extends Naming {
  isOpen: boolean
  onClose: () => void
}

/** The tool beside the others and the field beneath the text; loaded when somebody reaches for it. */
export function useNaming(naming: Naming) {
  const [isOpen, setOpen] = useState(naming.opensAtOnce ?? false)
  return {
    tool: (
      <Button look="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Name an expert
      </Button>
    ),
    field: (isOpen || naming.experts.length > 0) && (
      <NamingField {...naming} isOpen={isOpen} onClose={() => setOpen(false)} />
    ),
  }
}
