/** What the server gives to the page renderer, and what it gets back. */

/** The person behind the session, as the browser is told. */
export interface SessionUser {
  id: number
  first_name: string
  last_name: string
  email: string
  analytics_session_id: string
  abtests: Record<string, unknown>
}

/** Facts of this deployment that every page may need. `maintenance` is the setting's text: only "true" means on. */
export interface PageProps {
  version: string
  theme: string | null
  supportEmail: string
  maintenance: string
  analyticsWriteKey: string | null
  /** What the console of the browser is told: syslog numbers, 3 for errors alone up to 7 for everything. */
  logLevel: number
  /** With a path: opened there instead of signed in to. */
  demoAccounts: { email: string; label: string; description: string; path?: string }[] | null
  demoPassword: string | null
}

export interface OperationAnswer {
  data?: unknown
  errors?: { message: string; extensions?: { code?: string; field?: string; error_id?: string } }[]
}

/** The files that a page needs before it can be used: modules to preload and the rules to inline. */
export interface PageFiles {
  preloads: string[]
  css: string
  /** Addresses of style sheets whose rules are in `css`, so that nothing asks for them again. */
  inlined: string[]
}

export interface PageAssets {
  entry: string
  fonts: string[]
  /** The files of the entry and of these source modules. */
  filesOf(modules: string[]): PageFiles
}

export interface PageRequest {
  /** Path and query, as asked. */
  url: string
  nonce: string
  cookies: Record<string, string>
  user: SessionUser | null
  pageProps: PageProps
  assets: PageAssets
  execute(operationName: string, variables: object): Promise<OperationAnswer>
}

export interface PageAnswer {
  status: number
  html: string
  redirect?: string
}

/** What the browser finds in the page to continue from. */
export interface PageState {
  pageProps: PageProps
  user: SessionUser | null
  /** Style sheets whose rules the page already holds. */
  inlined: string[]
  /** The query cache. */
  cache: unknown
}
