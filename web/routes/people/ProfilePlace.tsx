/** One's own profile with the way back. Loaded when it is opened. */
import { BackLink } from '#web/features/discussions/BackLink.tsx'
import { OwnProfilePage } from '#web/features/people/OwnProfilePage.tsx'

export const ProfilePlace = () => <OwnProfilePage back={<BackLink />} />
