import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { blockMember, unblockMember } from './relationships/blocks.actions.ts'
import type { IsReadAuthor } from './relationships/blocks.sql.ts'
import { companyActions } from './profiles/companies.actions.ts'
import { companyReads } from './profiles/companies.reads.ts'
import { directoryActions } from './directory/directory.actions.ts'
import { directoryReads } from './directory/directory.reads.ts'
import { updateDisplayPreferences } from './settings/display-preferences.actions.ts'
import { displayPreferenceReads } from './settings/display-preferences.reads.ts'
import { updateEmailPreference } from './settings/email-preference.actions.ts'
import { followUser, trackMemberView, unfollowUser } from './relationships/followers.actions.ts'
import { followerReads } from './relationships/followers.reads.ts'
import { updateName } from './settings/name.actions.ts'
import { nameReads } from './settings/name.reads.ts'
import * as reads from './members/people.reads.ts'
import { removeProfilePicture, updateProfilePicture } from './profiles/picture.actions.ts'
import { pictureReads } from './profiles/picture.reads.ts'
import { updatePresence } from './settings/presence.actions.ts'
import { updateTimeZone } from './settings/time-zone.actions.ts'
import { profileActions } from './profiles/profiles.actions.ts'
import { profileReads } from './profiles/profiles.reads.ts'
import { surveyActions } from './profiles/surveys.actions.ts'
import { surveyReads } from './profiles/surveys.reads.ts'

export { blocks } from './relationships/blocks.access.ts'
export { blockReads } from './relationships/blocks.reads.ts'
/** How a fact of one's own profile is changed, by whatever feature asks for it. */
export { joinCompanyByName } from './profiles/companies.actions.ts'
export { changeProfile } from './profiles/profiles.actions.ts'
export { alike } from './directory/directory.reads.ts'
export { directoryJobs } from './directory/directory.jobs.ts'
export { people } from './members/people.access.ts'
export { registerPictureRoutes } from './profiles/picture.routes.ts'
/** Whose page a member may read, and what stands beside it. */
export { profiles, reachedProfiles } from './members/profiles.access.ts'
export const peopleReads = merged(
  reads.peopleReads,
  displayPreferenceReads,
  nameReads,
  pictureReads,
  profileReads,
  companyReads,
  followerReads,
  surveyReads,
  directoryReads,
)

/** Who writes is known to features above this one, so they bring how it is asked. */
export const peopleActions = (pool: pg.Pool, bus: Bus, isReadAuthor: IsReadAuthor): Actions => ({
  updateDisplayPreferences: (call: Call<never>) => updateDisplayPreferences(pool, call),
  updateName: (call: Call<never>) => updateName(pool, call),
  updatePresence: (call: Call<never>) => updatePresence(pool, call),
  updateTimeZone: (call: Call<never>) => updateTimeZone(pool, call),
  updateEmailPreference: (call: Call<never>) => updateEmailPreference(pool, call),
  blockMember: (call: Call<never>) => blockMember(pool, isReadAuthor, call),
  unblockMember: (call: Call<never>) => unblockMember(pool, call),
  followUser: (call: Call<never>) => followUser(pool, bus, call),
  unfollowUser: (call: Call<never>) => unfollowUser(pool, call),
  trackMemberView: (call: Call<never>) => trackMemberView(pool, call),
  ...profileActions(pool, bus),
  ...companyActions(pool, bus),
  ...surveyActions(pool),
  ...directoryActions(pool, bus),
})

export const pictureActions = (pool: pg.Pool, bus: Bus, blobs: Blobs): Actions => ({
  updateProfilePicture: (call: Call<never>) => updateProfilePicture(pool, bus, blobs, call),
  removeProfilePicture: (call: Call<never>) => removeProfilePicture(pool, blobs, call),
})
