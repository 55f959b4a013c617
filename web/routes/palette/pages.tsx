/** Pages that the palette goes to, by name. */
import {
  IconAward,
  IconBell,
  IconCertificate,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconHome,
  IconId,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react'
import { menuOf } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { PaletteRow } from '#web/kit/palette/Palette.tsx'
import { menuVisibilityFor } from '#web/platform/session/features.ts'
import type { Viewer } from '#web/platform/session/session.ts'
import { MENU_ICONS } from '#web/platform/shell/menu-icons.ts'
import { fits } from '#web/routes/palette/acts.tsx'

interface Place {
  words: string
  href: string
  Icon: typeof IconHome
  hint?: string
  also?: string
}

// oxfmt-ignore
const OWN: readonly Place[] = [
  { words: 'Home', href: ROUTES.home, Icon: IconHome, hint: 'g h' },
  { words: 'Notifications', href: ROUTES.notifications, Icon: IconBell, hint: 'g n' },
  { words: 'Settings', href: ROUTES.profileSettings, Icon: IconSettings, hint: 'g s', also: 'preferences account password' },
  { words: 'Email settings', href: `${ROUTES.profileSettings}#email`, Icon: IconSettings, also: 'mail digest' },
  { words: 'Profile', href: ROUTES.profile, Icon: IconId, hint: 'g p' },
  { words: 'Activity', href: ROUTES.profileActivity, Icon: IconHistory, also: 'my posts' },
  { words: 'CLE credits', href: ROUTES.profileCle, Icon: IconCertificate },
  { words: 'Badges', href: ROUTES.profileBadges, Icon: IconAward },
  { words: 'Membership', href: ROUTES.profileMembership, Icon: IconCreditCard, also: 'billing invoices plan renewal' },
  { words: 'FAQ', href: ROUTES.faq, Icon: IconHelp, also: 'help' },
  { words: 'Braintrust', href: ROUTES.search, Icon: IconSearch, also: 'search everything' },
]
const HINTS: Readonly<Record<string, string>> = {
  [ROUTES.feed]: 'g f',
  [ROUTES.members]: 'g m',
  [ROUTES.experts]: 'g x',
  [ROUTES.inbox]: 'g i',
  [ROUTES.bookmarks]: 'g b',
  [ROUTES.events]: 'g e',
  [ROUTES.peerDocuments]: 'g d',
  [ROUTES.assistant]: 'g a',
}

/** Pages whose name begins with the text; without a text, those of the menu. */
export function pagesFor(viewer: Viewer, typed: string): PaletteRow[] {
  const menu = menuOf(menuVisibilityFor(viewer)).flatMap(({ items }) =>
    items.map(({ label, path, icon }) => ({ words: label, href: path, Icon: MENU_ICONS[icon], hint: HINTS[path] })),
  )
  const [home, ...own] = OWN
  const all: Place[] = typed === '' ? [home!, ...menu] : [home!, ...menu, ...own]
  return all
    .filter(({ words, also = '' }) => fits(`${words} ${also}`, typed))
    .map(({ words, href, Icon, hint }) => ({ key: `page ${href}`, icon: <Icon />, words, hint, href }))
}
