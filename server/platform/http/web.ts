/** Connects the rendered pages to sessions, operations and the configuration of this deployment. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { log } from '#server/platform/log/log.ts'
import { readCookie, xsrfCookie, XSRF_COOKIE, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import { DEFAULT_THEME, isTheme, type ThemeName } from '#shared/networks.ts'
import type { AccessLevel } from '#shared/membership.ts'
import type { PageProps } from '#shared/pages.ts'
import type { ViteDevServer } from 'vite'
import { Problem } from '#server/platform/problems.ts'
import { graphqlErrors, refusalOf } from './error-responses.ts'
import type { RunOperation } from './graphql.ts'
import { pages } from './pages/pages.ts'
import { accessLevelProblem } from './access-level.ts'

const BUILD_STAMP = 'dist/inputs.sha256'
const VERSION_LENGTH = 12

/** The version of the web that this server renders. */
export function webVersion(): string {
  try {
    return readFileSync(BUILD_STAMP, 'utf8').slice(0, VERSION_LENGTH)
  } catch {
    return 'development'
  }
}

export interface WebOptions {
  config: Config
  sessions: Sessions
  run: RunOperation
  allows: (operation: string, standing: AccessLevel) => boolean
  version: string
  demo: Pick<PageProps, 'demoAccounts' | 'demoPassword'>
  links: PageLinks
  signInProviders: () => Promise<NonNullable<PageProps['signInProviders']>>
  vite: ViteDevServer | undefined
}

/** By URL up to the token: finds what the token opens, or throws a problem with status 404. */
export type PageLinks = Readonly<Record<`/${string}/`, (token: string) => Promise<unknown>>>

/**
 * The page fetches its content later, in a request that is rate-limited. Here we only check whether the content exists.
 */
export async function isMissing(links: PageLinks, path: string): Promise<boolean> {
  const at = path.lastIndexOf('/') + 1
  const find = links[path.slice(0, at) as `/${string}/`]
  if (!find) return false
  try {
    await find(decodeURIComponent(path.slice(at)))
    return false
  } catch (error) {
    // Any other error is reported by the page, which asks again.
    return error instanceof URIError || (error instanceof Problem && error.status === 404)
  }
}

/** The same on each page. */
const sharedProps = (config: Config) => ({
  maintenance: config.MAINTENANCE,
  analyticsWriteKey: config.ANALYTICS_WRITE_KEY || null,
  mailDomain: config.mailDomain,
  logLevel: config.BROWSER_LOG_LEVEL,
})

export async function registerWeb(
  app: FastifyInstance,
  { config, sessions, run, allows, version, demo, links, signInProviders, vite }: WebOptions,
) {
  const shared = { ...sharedProps(config), version, ...demo }
  const find = (request: FastifyRequest) => sessions.find(request.headers.cookie)
  const themeOf = (session: Session | null): ThemeName => (isTheme(session?.theme) ? session.theme : DEFAULT_THEME)

  app.get('/api/theme', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { data: { theme: themeOf(await find(request)) } }
  })

  // Every page sets the XSRF token that its requests must send, bound to the session it was rendered for.
  app.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('content-type') ?? '').startsWith('text/html')) return
    const token = sessions.xsrf(sessions.token(request.headers.cookie))
    if (readCookie(request.headers.cookie, XSRF_COOKIE) !== token)
      reply.header('set-cookie', xsrfCookie(token, config.secure))
  })

  await pages(app, {
    findUser: async (request) => {
      const session = await find(request)
      if (!session) return null
      const { id, first_name, last_name, email, analytics_session_id, abtests } = session
      return { id, first_name, last_name, email, analytics_session_id, abtests: abtests as Record<string, unknown> }
    },
    pageProps: async (request, user) => {
      const session = user ? await find(request) : null
      return {
        ...shared,
        ...(session?.impersonation && { impersonation: session.impersonation }),
        theme: themeOf(session),
        supportEmail:
          session?.support_email ?? supportEmail(config, session?.theme ?? readCookie(request.headers.cookie, 'THEME')),
        ...(session?.network_name && { network: session.network_name }),
        ...(session?.favicon && { favicon: session.favicon }),
        ...(!user && { signInProviders: await signInProviders() }),
      }
    },
    execute: async (request, _user, name, variables) => {
      try {
        const session = await find(request)
        if (!session)
          return {
            errors: [{ message: 'Your session has ended. Sign in again.', extensions: { code: 'session.none' } }],
          }
        if (!allows(name, session.standing)) throw accessLevelProblem(session.standing)
        return { data: JSON.parse(await run(session, name, variables)) as unknown }
      } catch (error) {
        return { errors: graphqlErrors(refusalOf(error, name)).errors }
      }
    },
    isMissing: (path) => isMissing(links, path),
    onFailure: (error, error_id, request) =>
      log.error({ error, error_id, route: request.routeOptions.url }, 'page failed'),
    ...(vite ? { vite } : {}),
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'Not found.', code: 'request.not_found' }),
  )
}

/** The support email address of a theme's networks. */
export function supportEmail(config: Config, theme: string | null | undefined): string {
  if (theme === 'legal') return config.SUPPORT_EMAIL_LEGAL
  if (theme === 'cfo') return config.SUPPORT_EMAIL_FINANCE
  return theme === 'executive' ? config.SUPPORT_EMAIL_EXECUTIVE : config.SUPPORT_EMAIL
}
