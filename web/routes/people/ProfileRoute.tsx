/** One's own profile with the way back. Loaded when it is opened. */
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { OwnProfilePage } from '#web/features/people/OwnProfilePage.tsx'

export const ProfileRoute = () => <OwnProfilePage back={<BackLink />} />
