/** The viewer's own profile with a back link. Loaded on demand. */
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { OwnProfilePage } from '#web/features/people/profile/OwnProfilePage.tsx'

export const ProfileRoute = () => <OwnProfilePage back={<BackLink />} />
