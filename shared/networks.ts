/** Themes, sections and menu of the product as pure data; routes and layouts are in routes.ts. */

export const PRODUCT_NAME = 'Counterpart'

export const THEMES = ['cfo', 'legal', 'executive', 'thesuite'] as const
export type ThemeName = (typeof THEMES)[number]
export const DEFAULT_THEME: ThemeName = 'thesuite'

export const isTheme = (value: unknown): value is ThemeName => THEMES.includes(value as ThemeName)

/** The name below the logo if no network is known yet: sign-in and error pages. */
export const THEME_LABELS: Record<ThemeName, string> = {
  cfo: 'Finance Network',
  legal: 'Legal Network',
  executive: 'Executive Network',
  thesuite: 'The Suite',
}

/** The color of the browser's own toolbar for each theme: the light value of --spine. */
export const THEME_COLORS: Record<ThemeName, string> = {
  cfo: '#0F2820',
  legal: '#2B1318',
  executive: '#131F36',
  thesuite: '#1D1B1E',
}

export const FAVICON_SIZE = 128
export const faviconPath = (theme: ThemeName) => `/favicon/${theme}/favicon.png`
export const faviconDrawing = (theme: ThemeName) => `/favicon/${theme}/favicon.svg`

/** Names of sections for navigation and tracking. Back links have separate labels, see back-targets.ts. */
export const SECTION_LABELS = {
  thread: 'Thread',
  expert_profile: 'Expert Profile',
  recommendations_home: 'Recommendations',
  category_type: 'Vendors',
  discussions_home: 'Discussions',
  'peer documents': 'Peer Documents',
  bookmarks: 'Bookmarks',
  members: 'Members',
  events: 'Events',
  event: 'Event',
  mainstage: 'Mainstage',
  inbox: 'Inbox',
  'gamification/badges': 'Members',
  profile: 'Profile',
  series: 'Series',
  'learning-hub': 'Learning Hub',
  member_connections_unit: 'Discussions',
  global_search: PRODUCT_NAME,
  all_results: PRODUCT_NAME,
} as const
export type SectionName = keyof typeof SECTION_LABELS

/** One switch per menu section; a missing key means on. */
export const MENU_SECTIONS = [
  'discussions',
  'recommendations',
  'members',
  'peer_documents',
  'events',
  'mainstage',
  'learning_hub',
  'ai_assistant',
  'inbox',
  'bookmarks',
  'badges',
  'jobs',
  'discounts',
] as const
export type MenuSection = (typeof MENU_SECTIONS)[number]

export function isSectionOn(visibility: unknown, section: MenuSection): boolean {
  if (typeof visibility !== 'object' || visibility === null) return true
  return (visibility as Record<string, unknown>)[section] !== false
}

/** For a member of several networks, a section is off only if all of them have switched it off. */
export const visibilityAcross = (visibilities: readonly unknown[]): Record<string, boolean> =>
  Object.fromEntries(
    MENU_SECTIONS.filter(
      (section) => visibilities.length > 0 && visibilities.every((each) => !isSectionOn(each, section)),
    ).map((section) => [section, false]),
  )

export type MenuIcon =
  | 'home'
  | 'discussions'
  | 'recommendations'
  | 'members'
  | 'experts'
  | 'peer_documents'
  | 'events'
  | 'mainstage'
  | 'learning_hub'
  | 'inbox'
  | 'assistant'
  | 'bookmarks'
export interface MenuItem {
  section: MenuSection
  label: string
  path: string
  icon: MenuIcon
}
export interface MenuGroup {
  label: string | null
  items: readonly MenuItem[]
}

/** The navigation, in order. A section is added when its screen exists. */
export const MENU: readonly MenuGroup[] = [
  {
    label: null,
    items: [
      { section: 'discussions', label: SECTION_LABELS.discussions_home, path: '/feed', icon: 'discussions' },
      {
        section: 'recommendations',
        label: SECTION_LABELS.recommendations_home,
        path: '/recommendations',
        icon: 'recommendations',
      },
      { section: 'members', label: SECTION_LABELS.members, path: '/members', icon: 'members' },
      { section: 'recommendations', label: 'Experts', path: '/experts', icon: 'experts' },
    ],
  },
  {
    label: 'Library',
    items: [
      {
        section: 'peer_documents',
        label: SECTION_LABELS['peer documents'],
        path: '/content/peer-documents',
        icon: 'peer_documents',
      },
      { section: 'events', label: SECTION_LABELS.events, path: '/content/event-materials', icon: 'events' },
      {
        section: 'mainstage',
        label: SECTION_LABELS.mainstage,
        path: '/content/event-materials/mainstage',
        icon: 'mainstage',
      },
      {
        section: 'learning_hub',
        label: SECTION_LABELS['learning-hub'],
        path: '/content/learning-hub',
        icon: 'learning_hub',
      },
    ],
  },
  {
    label: 'Yours',
    items: [
      { section: 'inbox', label: SECTION_LABELS.inbox, path: '/inbox', icon: 'inbox' },
      { section: 'ai_assistant', label: 'Assistant', path: '/chatbot', icon: 'assistant' },
      { section: 'bookmarks', label: SECTION_LABELS.bookmarks, path: '/bookmarks', icon: 'bookmarks' },
    ],
  },
]

/** Pages of a section that are not in MENU: they are in the account menu. */
const OWN_PLACES: readonly { section: MenuSection; path: string }[] = [{ section: 'badges', path: '/profile/badges' }]

const PLACES = [...MENU.flatMap(({ items }) => items), ...OWN_PLACES].toSorted((a, b) => b.path.length - a.path.length)

/** The place of the menu that a path belongs to: the most specific one, because the main stage is under events. */
export const placeOf = (path: string): { section: MenuSection; path: string } | undefined =>
  PLACES.find((place) => path === place.path || path.startsWith(`${place.path}/`))

/** The menu of a network, without groups that have no visible item. */
export function menuOf(visibility: unknown): MenuGroup[] {
  return MENU.map((group) => ({
    ...group,
    items: group.items.filter(({ section }) => isSectionOn(visibility, section)),
  })).filter((group) => group.items.length > 0)
}

/** Whether a path belongs to a section that the network has switched off: its pages do not exist there. */
export function isSwitchedOff(path: string, visibility: unknown): boolean {
  const place = placeOf(path)
  return place !== undefined && !isSectionOn(visibility, place.section)
}
