/** Paths of the product: constants, layouts, sections, and safe redirect targets. */

export const ROUTES = {
  home: '/',
  feed: '/feed',
  bookmarks: '/bookmarks',
  members: '/members',
  experts: '/experts',
  expertCategories: '/experts/categories',
  recommendations: '/recommendations',
  events: '/content/event-materials',
  mainstage: '/content/event-materials/mainstage',
  learningHub: '/content/learning-hub',
  peerDocuments: '/content/peer-documents',
  featuredPeerDocuments: '/content/peer-documents/featured',
  documentRequests: '/content/peer-documents/requests',
  shareDocument: '/content/peer-documents/share',
  search: '/braintrust',
  profile: '/profile',
  profileActivity: '/profile/activity',
  profileCle: '/profile/cle-certificates',
  profileSettings: '/profile/settings',
  profileMail: '/profile/settings/mail',
  profileMembership: '/profile/membership',
  profileBadges: '/profile/badges',
  faq: '/faq',
  inbox: '/inbox',
  assistant: '/chatbot',
  notifications: '/notifications',
  onboarding: '/onboarding',
  onboardingProfile: '/onboarding/profile/complete',
  onboardingWelcome: '/onboarding/welcome',
  auth: '/auth',
  login: '/auth/login',
  invitation: '/auth/invitation',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  confirmLogin: '/auth/confirm-login',
  confirmEmail: '/auth/confirm-email',
  status: '/status',
  verify: '/verify',
  mailFeedback: '/listserv-email-feedback',
  notFound: '/404',
  serverError: '/500',
  test: '/test',
} as const

/** Opens the form for a new discussion, with its draft. */
export const START_DISCUSSION = `${ROUTES.feed}#start-a-discussion`

export type Layout = 'maintenance' | 'bare' | 'toasts' | 'simple' | 'invite' | 'invoice' | 'main'

/** Only the path: no query, no hash, no trailing slash. */
export function barePath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] || '/'
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

const SIMPLE_PATHS: readonly string[] = [
  ROUTES.onboardingProfile,
  ROUTES.onboardingWelcome,
  ROUTES.login,
  ROUTES.notFound,
  ROUTES.serverError,
  ROUTES.forgotPassword,
  ROUTES.invitation,
  ROUTES.test,
  ROUTES.resetPassword,
  ROUTES.confirmLogin,
  ROUTES.confirmEmail,
]
const SIMPLE_PATTERNS = [
  /^\/onboarding\/[^/]+$/,
  /^\/(trial|setup)\/[^/]+$/,
  /^\/auth\/reset-password\/[^/]+$/,
  /^\/unsubscribe\/(list\/)?[^/]+$/,
]

/**
 * The layout of a URL. Maintenance is checked first and replaces every page; the setting is a string, and only "true"
 * switches it on.
 */
export function layoutOf(address: string, maintenance = ''): Layout {
  if (maintenance === 'true') return 'maintenance'
  const path = barePath(address)
  if (path === ROUTES.status) return 'bare'
  if (path === ROUTES.mailFeedback) return 'toasts'
  if (SIMPLE_PATHS.includes(path) || SIMPLE_PATTERNS.some((pattern) => pattern.test(path))) return 'simple'
  if (/^\/invite\/[^/]+$/.test(path)) return 'invite'
  if (/^\/(invoice\/[^/]+|verify(\/[^/]+)?)$/.test(path) || /^\/checkout\/(portal\/)?[^/]+$/.test(path))
    return 'invoice'
  return 'main'
}

/** Where to redirect a member who may not access this page, by access level; undefined if they may. */
export function landingPage(standing: string, address: string): string | undefined {
  const path = barePath(address)
  if (standing === 'expired')
    return path === ROUTES.profileMembership || path === ROUTES.profileSettings ? undefined : ROUTES.profileMembership
  return standing === 'onboarding' && layoutOf(path) === 'main' && path !== ROUTES.onboarding
    ? ROUTES.onboarding
    : undefined
}

/** Top-level sections of the signed-in app, used for matching only: other main pages also need a session. */
export const APP_SECTIONS: readonly string[] = [
  ROUTES.bookmarks,
  ROUTES.search,
  ROUTES.assistant,
  ROUTES.events,
  ROUTES.learningHub,
  ROUTES.peerDocuments,
  ROUTES.feed,
  ROUTES.inbox,
  ROUTES.members,
  ROUTES.notifications,
  ROUTES.profile,
  ROUTES.recommendations,
]

export function appSectionOf(address: string): string | undefined {
  const path = barePath(address)
  return APP_SECTIONS.find((section) => path === section || path.startsWith(`${section}/`))
}

export const isAppSection = (address: string): boolean => APP_SECTIONS.includes(barePath(address))

/** The redirect target of a URL before anything is rendered, or undefined. */
export function forwardedFrom(address: string): string | undefined {
  const [path = '/', query] = address.split(/\?(.*)/s, 2)
  const target = { [ROUTES.auth]: ROUTES.login }[barePath(path)]
  return target && (query ? `${target}?${query}` : target)
}

/** Backslashes, whitespace and control characters: parsers treat them differently. */
const misleads = (letter: string): boolean =>
  letter === '\\' || letter <= ' ' || (letter >= '\u007f' && letter <= '\u00a0')

/**
 * Returns a path on this site, otherwise the fallback. Browsers read a backslash as a slash and drop tabs and line
 * breaks, so what looks like a path may lead elsewhere; the URL parser makes the final check.
 */
export function safeNext(next: unknown, fallback: string = ROUTES.home): string {
  if (typeof next !== 'string' || next.length > 2000) return fallback
  if (!next.startsWith('/') || next.startsWith('//') || [...next].some(misleads)) return fallback
  const origin = 'https://own.invalid'
  if (!URL.canParse(next, origin)) return fallback
  const { origin: reached, pathname, search, hash } = new URL(next, origin)
  if (reached !== origin || pathname.startsWith('//')) return fallback
  // Do not redirect to an auth page after signing in, nor to an API route.
  if (pathname === ROUTES.auth || pathname.startsWith('/auth/') || pathname.startsWith('/api/')) return fallback
  return pathname + search + hash
}

/** Another auth page that leads on to `next`. Omits the parameter if that is the home page. */
export const withNext = (path: string, next: string): string =>
  next === ROUTES.home ? path : `${path}?next=${encodeURIComponent(next)}`

export const loginPath = (next: string): string => {
  return withNext(ROUTES.login, safeNext(next))
}
