/** The desk, composed of the features home and people. Loaded on demand. */
import { eventsQuery, questionsQuery } from '#web/features/home/home.queries.ts'
import { draftsQuery, unreadQuery } from '#web/features/home/desk/desk.queries.ts'
import Desk from '#web/features/home/desk/Desk.tsx'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { Contained } from '#web/kit/loading/Contained.tsx'
import { isMember, useUser } from '#web/platform/session/session.ts'

/**
 * What the server fetches for it. Members to know and the most discussed thread are below the fold and slow, so the browser
 * asks for them.
 */
export const deskQueries = [unreadQuery, draftsQuery, questionsQuery, eventsQuery]

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
