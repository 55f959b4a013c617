import { useFollowing } from '#web/features/people/people.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import type { ReferralSource } from '#web/platform/analytics/analytics.ts'

interface Props {
  person: { id: number; name: string; first_name?: string }
  isFollowed: boolean
  /** Where the button is shown. */
  source: ReferralSource
  look?: 'filled' | 'quiet'
}

/** Toggles following. */
export function FollowButton({ person, isFollowed, source, look = 'quiet' }: Props) {
  const { run, isPending } = useFollowing()
  return (
    <Button
      look={isFollowed ? 'quiet' : look}
      aria-disabled={isPending}
      aria-label={`${isFollowed ? 'Following' : 'Follow'} ${person.name}`}
      aria-pressed={isFollowed}
      onClick={() => void run({ id: person.id, isFollowed, source })}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}
