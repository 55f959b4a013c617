/** The desk, composed of the features home and people. Loaded on demand. */
import Desk from '#web/features/home/desk/Desk.tsx'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { Contained } from '#web/kit/loading/Contained.tsx'
import { isMember, useUser } from '#web/platform/session/session.ts'

export default function MemberDesk() {
  if (!isMember(useUser())) return null
  return (
    <Contained>
      <Desk
        follow={(person, isFollowed) => (
          <FollowButton person={person} isFollowed={isFollowed} source="member_connections_unit" />
        )}
      />
    </Contained>
  )
}
