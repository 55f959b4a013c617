/** The input and output of the page renderer. */

/** The signed-in user, as sent to the browser. */
export interface SessionUser {
  id: number
  first_name: string
  last_name: string
  email: string
  analytics_session_id: string
  abtests: Record<string, unknown>
}

/** Configuration of this deployment that any page may need. `maintenance` is a string: only "true" means on. */
export interface PageProps {
  version: string
  theme: string | null
  supportEmail: string
  /** The name of the member's first network. */
  network?: string
  /** Of the member's network; without it, the theme's. */
  favicon?: string
  maintenance: string
  /** The page comes with the side column of the member's own queue. */
  hasDesk?: boolean
  /** Whether the window is a phone's, if the server could tell: what is hidden there is not in the page. */
  isSmallScreen?: boolean
  /** Staff view the community as this member, until then. */
  impersonation?: { member: { id: number; name: string }; until: string }
  analyticsWriteKey: string | null
  /** The log level of the browser console: syslog numbers from 3 (errors only) to 7 (everything). */
  /** Domain of the mailing lists. */
  mailDomain: string
  logLevel: number
  /** An account with a `path` opens that path instead of signing in. */
  demoAccounts: { email: string; label: string; description: string; path?: string }[] | null
  demoPassword: string | null
  /** Identity providers that visitors can sign in with. */
  signInProviders?: { id: number; name: string }[]
}

export interface OperationAnswer {
  data?: unknown
  errors?: { message: string; extensions?: { code?: string; field?: string; error_id?: string } }[]
}

/** The files that a page needs before it can be used: modules to preload and CSS to inline. */
export interface PageFiles {
  preloads: string[]
  css: string
  /** URLs of stylesheets whose rules are in `css`, so that they are not requested again. */
  inlined: string[]
}

export interface PageAssets {
  entry: string
  fonts: string[]
  /** The files of the entry and of these source modules. */
  filesOf(modules: string[]): PageFiles
}

export interface PageRequest {
  /** Path and query of the request. */
  url: string
  nonce: string
  cookies: Record<string, string>
  /** By the name of the browser, for a device without cookies. */
  isPhone: boolean
  user: SessionUser | null
  pageProps: PageProps
  assets: PageAssets
  execute(operationName: string, variables: object): Promise<OperationAnswer>
}

export interface PageAnswer {
  status: number
  /**
   * In pieces. As one string, a page takes two bytes a letter if a single letter needs them, and V8 gives strings of that
   * size memory of their own, which costs more to allocate and to free.
   */
  html: readonly string[]
  redirect?: string
}

/** The state in the page from which the browser hydrates. */
export interface PageState {
  pageProps: PageProps
  user: SessionUser | null
  /** Stylesheets whose rules the page already contains. */
  inlined: string[]
  /** The dehydrated query cache, packed. */
  cache: unknown
}
