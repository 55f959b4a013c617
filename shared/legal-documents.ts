export const LEGAL_PATHS = {
  terms_of_use: '/onboarding/terms-of-use',
  privacy_policy: '/onboarding/privacy-policy',
  membership_agreement: '/onboarding/membership-agreement',
} as const
export type LegalKind = keyof typeof LEGAL_PATHS
export const LEGAL_TITLES: Record<LegalKind, string> = {
  terms_of_use: 'Terms of use',
  privacy_policy: 'Privacy policy',
  membership_agreement: 'Membership agreement',
}
