/** Texts that staff write for members, by section. */
export const CONTENT_SECTIONS = ['welcome', 'faq', 'membership'] as const
export type ContentSection = (typeof CONTENT_SECTIONS)[number]

export const CONTENT_SECTION_WORDS: Record<ContentSection, { label: string; where: string }> = {
  welcome: { label: 'Welcome', where: 'Shown on the last step of onboarding.' },
  faq: { label: 'FAQ', where: 'Shown on the FAQ page, linked from the account menu.' },
  membership: { label: 'Membership', where: 'Shown at the end of the membership page.' },
}

export const CONTENT_LENGTH = 20_000
export const CONTENT_NOTE_LENGTH = 300
