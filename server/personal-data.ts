/** The catalogue of personal data of the whole product, feature by feature. Sections of the copy are in this order. */
import { peoplePersonalData } from '#server/features/people/personal-data.ts'
import { accountPersonalData } from '#server/features/accounts/personal-data.ts'
import { discussionsPersonalData } from '#server/features/discussions/personal-data.ts'
import { platformPersonalData } from '#server/platform/platform-personal-data.ts'
import { expertsPersonalData } from '#server/features/experts/personal-data.ts'
import { recognitionPersonalData } from '#server/features/recognition/personal-data.ts'
import { moderationPersonalData } from '#server/features/moderation/personal-data.ts'
import { searchPersonalData } from '#server/features/search/personal-data.ts'
import { inboxPersonalData } from '#server/features/inbox/personal-data.ts'
import { notificationsPersonalData } from '#server/features/notifications/personal-data.ts'
import { onboardingPersonalData } from '#server/features/onboarding/personal-data.ts'
import { membershipPersonalData } from '#server/features/membership/personal-data.ts'
import { staffMemberPersonalData } from '#server/features/staff-members/personal-data.ts'
import { featureFlagPersonalData } from '#server/features/feature-flags/personal-data.ts'
import { communitySettingPersonalData } from '#server/features/community-settings/personal-data.ts'
import { analyticsPersonalData } from '#server/features/analytics/personal-data.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const personalData: PersonalData = [
  ...peoplePersonalData,
  ...accountPersonalData,
  ...discussionsPersonalData,
  ...platformPersonalData,
  ...expertsPersonalData,
  ...recognitionPersonalData,
  ...moderationPersonalData,
  ...searchPersonalData,
  ...inboxPersonalData,
  ...notificationsPersonalData,
  ...onboardingPersonalData,
  ...membershipPersonalData,
  ...staffMemberPersonalData,
  ...featureFlagPersonalData,
  ...communitySettingPersonalData,
  ...analyticsPersonalData,
]
