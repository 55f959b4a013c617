import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import {
  closeOnboardingChecklist,
  completeOnboardingChecklist,
  completeOnboardingChecklistItem,
  savePersonalizationChoices,
  viewedFeatureAlert,
  viewedFeatureTour,
} from './guides.actions.ts'
import { guideAdministration } from './guide-admin.access.ts'
import { arrangeGuides, saveGuide, switchGuide } from './guide-admin.actions.ts'
import { guideDeskReads } from './guide-admin.reads.ts'
import { publishLegalText } from './legal-texts.actions.ts'
import { onboarding } from './onboarding.access.ts'
import {
  acceptMembershipAgreement,
  saveOnboardingProfile,
  updateOnboardingStep,
  type OnboardingTools,
} from './onboarding.actions.ts'
import { onboardingReads } from './onboarding.reads.ts'
import { onboardingPersonalData } from './personal-data.ts'

const onboardingActions = (tools: OnboardingTools): Actions => ({
  updateOnboardingStep: (call: Call<never>) => updateOnboardingStep(tools, call),
  saveOnboardingProfile: (call: Call<never>) => saveOnboardingProfile(tools, call),
  acceptMembershipAgreement: (call: Call<never>) => acceptMembershipAgreement(tools, call),
  completeOnboardingChecklistItem: (call: Call<never>) => completeOnboardingChecklistItem(tools.pool, call),
  completeOnboardingChecklist: (call: Call<never>) => completeOnboardingChecklist(tools.pool, call),
  closeOnboardingChecklist: (call: Call<never>) => closeOnboardingChecklist(tools.pool, call),
  savePersonalizationChoices: (call: Call<never>) => savePersonalizationChoices(tools.pool, tools.bus, call),
  viewedFeatureTour: (call: Call<never>) => viewedFeatureTour(tools.pool, call),
  viewedFeatureAlert: (call: Call<never>) => viewedFeatureAlert(tools.pool, call),
  saveGuide: (call: Call<never>) => saveGuide(tools, call),
  switchGuide: (call: Call<never>) => switchGuide(tools, call),
  arrangeGuides: (call: Call<never>) => arrangeGuides(tools, call),
  publishLegalText: (call: Call<never>) => publishLegalText(tools, call),
})

export const onboardingFeature = defineFeature({
  name: 'onboarding',
  level: 'top',
  reads: merged(onboardingReads, guideDeskReads),
  access: [onboarding, guideAdministration],
  personalData: onboardingPersonalData,
  actions: ({ pool, bus, sessions }) => onboardingActions({ pool, bus, forget: (userId) => sessions.forget(userId) }),
})
