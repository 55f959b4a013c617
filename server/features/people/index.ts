import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { blockMember, unblockMember } from './blocks.actions.ts'
import { companyActions } from './companies.actions.ts'
import { companyReads } from './companies.reads.ts'
import { directoryActions } from './directory.actions.ts'
import { directoryReads } from './directory.reads.ts'
import { updateDisplayPreferences } from './display-preferences.actions.ts'
import { displayPreferenceReads } from './display-preferences.reads.ts'
import { updateEmailPreference } from './email-preference.actions.ts'
import { followUser, trackMemberView, unfollowUser } from './followers.actions.ts'
import { followerReads } from './followers.reads.ts'
import { updateName } from './name.actions.ts'
import { nameReads } from './name.reads.ts'
import * as reads from './people.reads.ts'
import { removeProfilePicture, updateProfilePicture } from './picture.actions.ts'
import { pictureReads } from './picture.reads.ts'
import { updatePresence } from './presence.actions.ts'
import { updateTimeZone } from './time-zone.actions.ts'
import { profileActions } from './profiles.actions.ts'
import { profileReads } from './profiles.reads.ts'
import { surveyActions } from './surveys.actions.ts'
import { surveyReads } from './surveys.reads.ts'

export { blocks } from './blocks.access.ts'
export { blockReads } from './blocks.reads.ts'
/** How a fact of one's own profile is changed, by whatever feature asks for it. */
export { joinNamed as joinCompany } from './companies.actions.ts'
export { changeProfile } from './profiles.actions.ts'
export { alike } from './directory.reads.ts'
export { directoryJobs } from './directory.jobs.ts'
export { people } from './people.access.ts'
export { registerPictureRoutes } from './picture.routes.ts'
/** Whose page a member may read, and what stands beside it. */
export { profiles, reachedProfiles } from './profiles.access.ts'
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

export const peopleActions = (pool: pg.Pool, bus: Bus): Actions => ({
  updateDisplayPreferences: (call: Call<never>) => updateDisplayPreferences(pool, call),
  updateName: (call: Call<never>) => updateName(pool, call),
  updatePresence: (call: Call<never>) => updatePresence(pool, call),
  updateTimeZone: (call: Call<never>) => updateTimeZone(pool, call),
  updateEmailPreference: (call: Call<never>) => updateEmailPreference(pool, call),
  blockMember: (call: Call<never>) => blockMember(pool, call),
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
