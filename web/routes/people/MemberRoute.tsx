/** A member's profile page, composed of the features people and discussions. Loaded on demand. */
import { useState } from 'react'
import type { MemberSection } from '#shared/profiles.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { MemberActivity, RecentAnswers } from '#web/features/discussions/activity/MemberActivity.tsx'
import { MemberActionsMenu } from '#web/features/discussions/moderation/MemberActionsMenu.tsx'
import { MemberPage } from '#web/features/people/profile/MemberPage.tsx'

interface Person {
  id: number
  name: string
}

export function MemberRoute({ id, section }: { id: number; section: MemberSection }) {
  const [about, setAbout] = useState<Person | null>(null)
  return (
    <>
      <MemberPage
        key={id}
        id={id}
        section={section}
        back={<BackLink />}
        activity={(person) => <MemberActivity person={person} section={section} />}
        answers={(person) => <RecentAnswers person={person} />}
        onMore={setAbout}
      />
      {about && <MemberActionsMenu person={about} onClose={() => setAbout(null)} />}
    </>
  )
}
