/**
 * Serves the web: built files at immutable URLs, the manifest, and every other GET of HTML as a page rendered with its
 * data. Session, operations and page props are passed in, so this file depends on no feature.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import { DEFAULT_THEME, PRODUCT_NAME, isTheme } from '#shared/networks.ts'
import type { OperationAnswer, PageAnswer, PageAssets, PageProps, PageRequest, SessionUser } from '#shared/pages.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { compressed, encodingOf } from '#server/platform/http/pages/compress.ts'
import { manifestOf } from '#server/platform/http/pages/manifest.ts'
import { BUILT_FILE, developmentPolicy, pagePolicy } from '#server/platform/http/page-policy.ts'
import { makePageTurns } from '#server/platform/http/pages/page-turns.ts'
import { readPageAssets, readWebFiles, type WebFile } from '#server/platform/http/pages/web-files.ts'

export interface PagesOptions {
  /** Folder of the build; by default "dist" in the working directory. */
  folder?: string
  /** The signed-in user, or null. */
  findUser(request: FastifyRequest): Promise<SessionUser | null>
  pageProps(request: FastifyRequest, user: SessionUser | null): PageProps | Promise<PageProps>
  /** Runs a query operation as that user. */
  execute(
    request: FastifyRequest,
    user: SessionUser | null,
    operationName: string,
    variables: object,
  ): Promise<OperationAnswer>
  /** Whether the page depends on a token in its URL and the token opens nothing. */
  isMissing(path: string): Promise<boolean>
  /** Logs an unexpected failure. `errorId` is shown to the member. */
  onFailure(error: unknown, errorId: string, request: FastifyRequest): void
  /** In development: renders from the sources. */
  vite?: ViteDevServer
}

type Render = (request: PageRequest) => Promise<PageAnswer>
interface Renderer {
  render: Render
  assets: PageAssets
}

export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const folder = resolve(options.folder ?? 'dist')
  const files = options.vite ? new Map<string, WebFile>() : readWebFiles(join(folder, 'web'))
  const renderer = options.vite ? undefined : await builtRenderer(folder)
  const turn = makePageTurns()
  if (options.vite) letViteAnswer(app, options.vite)

  for (const [address, file] of files) app.get(address, (request, reply) => sendFile(request, reply, file))
  app.get('/manifest.json', async (request, reply) => {
    const { theme } = await options.pageProps(request, null)
    const shown = [cookiesOf(request).THEME, theme].find(isTheme) ?? DEFAULT_THEME
    return reply
      .type('application/manifest+json')
      .header('vary', 'Cookie')
      .header('cache-control', 'private, max-age=3600')
      .send(manifestOf(shown))
  })
  // Staff type this address. As a route of the web app, every member would load it.
  app.get('/staff', (_, reply) => reply.redirect(STAFF_ROUTES.work))
  app.get('/*', async (request, reply) => {
    // API routes and files are not pages: a client that requests one must not get HTML.
    if (request.url.startsWith('/api/') || /\.\w{2,5}$/.test(request.url.split('?', 1)[0]!)) return reply.callNotFound()
    const nonce = randomBytes(16).toString('base64url')
    const rendering = { nonce, ...(renderer ?? (await sourceRenderer(options.vite!))) }
    return sendPage(request, reply, options, { nonce, answer: await turn(() => answerOf(request, options, rendering)) })
  })
}

async function builtRenderer(folder: string): Promise<Renderer> {
  const { render } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as { render: Render }
  return { render, assets: readPageAssets(join(folder, 'web')) }
}

async function sourceRenderer(vite: ViteDevServer): Promise<Renderer> {
  const { render } = (await vite.ssrLoadModule('/web/entry-server.tsx')) as { render: Render }
  const nothing = { preloads: [], css: '', inlined: [] }
  return { render, assets: { entry: '/web/main.tsx', fonts: [], filesOf: () => nothing } }
}

function letViteAnswer(app: FastifyInstance, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The generated operations are a web source file that happens to be below api/.
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/generated/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile) {
  reply
    .type(file.type)
    .header('content-security-policy', BUILT_FILE)
    .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
  if (!file.isBrotli) return reply.send(file.content)
  reply.header('vary', 'Accept-Encoding')
  const encoding = encodingOf(request.headers['accept-encoding'], ['br', 'gzip'])
  if (encoding) reply.header('content-encoding', encoding)
  if (encoding === 'br') return reply.send(file.content)
  const content = brotliDecompressSync(file.content)
  return reply.send(encoding === 'gzip' ? gzipSync(content) : content)
}

interface MadePage {
  nonce: string
  answer: Awaited<ReturnType<typeof answerOf>>
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { vite }: PagesOptions,
  { nonce, answer }: MadePage,
) {
  // A page contains what one member may read: no cache, shared or private, may store it.
  reply.header('cache-control', 'no-store').header('vary', 'Cookie, Accept-Encoding').code(answer.status)
  if (answer.redirect) return reply.redirect(answer.redirect, answer.status)
  const policy = pagePolicy(nonce, { hasAnalytics: answer.hasAnalytics })
  reply.type('text/html; charset=utf-8').header('content-security-policy', vite ? developmentPolicy : policy)
  if (vite) return reply.send(await vite.transformIndexHtml(request.url, answer.html.join('')))
  const encoding = encodingOf(request.headers['accept-encoding'])
  return encoding
    ? reply.header('content-encoding', encoding).send(compressed(answer.html, encoding))
    : reply.send(answer.html.join(''))
}

interface Rendering extends Renderer {
  nonce: string
}

async function answerOf(
  request: FastifyRequest,
  options: PagesOptions,
  rendering: Rendering,
): Promise<PageAnswer & { hasAnalytics: boolean }> {
  try {
    const user = await options.findUser(request)
    return await rendered({ request, url: request.url, user }, options, rendering)
  } catch (error) {
    const errorId = randomUUID()
    options.onFailure(error, errorId, request)
    try {
      // The error page needs no session and no data, so it works when nothing else does.
      return {
        ...(await rendered({ request, url: `/500?error_id=${errorId}`, user: null }, options, rendering)),
        status: 500,
      }
    } catch {
      const html = `<!doctype html><html lang="en"><title>${PRODUCT_NAME}</title><h1>We couldn’t show this page</h1><p>Error ID: ${errorId}.</p></html>`
      return { status: 500, html: [html], hasAnalytics: false }
    }
  }
}

interface PageTarget {
  request: FastifyRequest
  url: string
  user: SessionUser | null
}

async function rendered(
  { request, url, user }: PageTarget,
  options: PagesOptions,
  { render, assets, nonce }: Rendering,
) {
  const pageProps = await options.pageProps(request, user)
  const execute = (operationName: string, variables: object) => options.execute(request, user, operationName, variables)
  const isPhone = /\bMobi/.test(request.headers['user-agent'] ?? '')
  const answer = await render({ url, nonce, cookies: cookiesOf(request), isPhone, user, pageProps, assets, execute })
  const status = answer.status === 200 && (await options.isMissing(url.split('?', 1)[0]!)) ? 404 : answer.status
  return { ...answer, status, hasAnalytics: pageProps.analyticsWriteKey !== null }
}

function cookiesOf(request: FastifyRequest): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const pair of (request.headers.cookie ?? '').split('; ')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2)
    if (/^[A-Z]+$/.test(name)) cookies[name] = value
  }
  return cookies
}
