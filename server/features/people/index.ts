import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { directory } from './directory/directory.access.ts'
import { directoryActions } from './directory/directory.actions.ts'
import { directoryJobs } from './directory/directory.jobs.ts'
import { directoryReads } from './directory/directory.reads.ts'
import { people } from './members/people.access.ts'
import { peopleReads } from './members/people.reads.ts'
import { profiles, reachedProfiles } from './members/profiles.access.ts'
import { peoplePersonalData } from './personal-data.ts'
import { companyActions } from './profiles/companies.actions.ts'
import { companyReads } from './profiles/companies.reads.ts'
import { removeProfilePicture, updateProfilePicture } from './profiles/picture.actions.ts'
import { pictureReads } from './profiles/picture.reads.ts'
import { registerPictureRoutes } from './profiles/picture.routes.ts'
import { profileActions } from './profiles/profiles.actions.ts'
import { profileReads } from './profiles/profiles.reads.ts'
import { surveys } from './profiles/surveys.access.ts'
import { surveyActions } from './profiles/surveys.actions.ts'
import { surveyReads } from './profiles/surveys.reads.ts'
import { blocks } from './relationships/blocks.access.ts'
import { unblockMember } from './relationships/blocks.actions.ts'
import { blockReads } from './relationships/blocks.reads.ts'
import { followers } from './relationships/followers.access.ts'
import { followUser, trackMemberView, unfollowUser } from './relationships/followers.actions.ts'
import { followerReads } from './relationships/followers.reads.ts'
import { updateDisplayPreferences } from './settings/display-preferences.actions.ts'
import { displayPreferenceReads } from './settings/display-preferences.reads.ts'
import { updateEmailPreference } from './settings/email-preference.actions.ts'
import { updateName } from './settings/name.actions.ts'
import { nameReads } from './settings/name.reads.ts'
import { updatePresence } from './settings/presence.actions.ts'
import { updateTimeZone } from './settings/time-zone.actions.ts'

export { blocks, followers, people }
export { nameWords } from './members/names.ts'
/** Message authors can be blocked, but only a higher-level feature knows who they are. */
export { blockMember } from './relationships/blocks.actions.ts'
/** Changes a field of the member's own profile; used by several features. */
export { joinCompanyByName } from './profiles/companies.actions.ts'
export { drawPortrait } from './profiles/picture.actions.ts'
export { changeProfile } from './profiles/profiles.actions.ts'
export { alike } from './directory/directory.reads.ts'
/** Which profiles a member may read, and the data next to them. */
export { profiles }

const peopleActions = ({ pool, bus, blobs }: AppContext): Actions => ({
  updateDisplayPreferences: (call: Call<never>) => updateDisplayPreferences(pool, call),
  updateName: (call: Call<never>) => updateName(pool, call),
  updatePresence: (call: Call<never>) => updatePresence(pool, call),
  updateTimeZone: (call: Call<never>) => updateTimeZone(pool, call),
  updateEmailPreference: (call: Call<never>) => updateEmailPreference(pool, call),
  unblockMember: (call: Call<never>) => unblockMember(pool, call),
  followUser: (call: Call<never>) => followUser(pool, bus, call),
  unfollowUser: (call: Call<never>) => unfollowUser(pool, call),
  trackMemberView: (call: Call<never>) => trackMemberView(pool, call),
  updateProfilePicture: (call: Call<never>) => updateProfilePicture(pool, bus, blobs, call),
  removeProfilePicture: (call: Call<never>) => removeProfilePicture(pool, blobs, call),
  ...profileActions(pool, bus),
  ...companyActions(pool, bus),
  ...surveyActions(pool),
  ...directoryActions(pool, bus),
})

export const peopleFeature = defineFeature({
  name: 'people',
  level: 'ground',
  besides: ['networks'],
  reads: merged(
    peopleReads,
    displayPreferenceReads,
    nameReads,
    pictureReads,
    profileReads,
    companyReads,
    followerReads,
    surveyReads,
    directoryReads,
    blockReads,
  ),
  access: [people, profiles, reachedProfiles, followers, surveys, directory, blocks],
  personalData: peoplePersonalData,
  actions: peopleActions,
  jobs: ({ email }) => directoryJobs(email),
  schedule: ['23 7 * * * people:directory-alerts', '*/5 * * * * people:show-presence'],
  routes: (app, { pool, blobs, sessions }) => registerPictureRoutes(app, { pool, blobs, sessions }),
})
