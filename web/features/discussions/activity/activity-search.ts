/** Sections of the activity page, as named in the URL. */
export const SECTIONS = ['Posts', 'Upvotes', 'Recommendations', 'Replies'] as const
export type Section = (typeof SECTIONS)[number]

export interface ActivitySearch {
  section?: Section
}

export const readActivitySearch = ({ section, ...others }: Record<string, unknown>): ActivitySearch =>
  SECTIONS.indexOf(section as Section) > 0 ? { ...others, section: section as Section } : others
