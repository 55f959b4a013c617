import { useState } from 'react'
import { useFollowing } from '#web/features/people/people.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import type { ReferralSource } from '#web/platform/analytics/analytics.ts'

interface Props {
  person: { id: number; name: string; first_name?: string }
  isFollowed: boolean
  /** Where the button stands. */
  source: ReferralSource
  look?: 'filled' | 'quiet'
}

/** One press, and its opposite by another. */
export function FollowButton({ person, isFollowed, source, look = 'quiet' }: Props) {
  const [isBusy, setBusy] = useState(false)
  const follow = useFollowing()
  return (
    <Button
      look={isFollowed ? 'quiet' : look}
      aria-disabled={isBusy}
      aria-label={`${isFollowed ? 'Following' : 'Follow'} ${person.name}`}
      aria-pressed={isFollowed}
      onClick={() => {
        if (isBusy) return
        setBusy(true)
        void follow(person, isFollowed, source).finally(() => setBusy(false))
      }}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}
