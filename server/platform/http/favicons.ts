/**
 * The favicon shown next to an external link, by domain. We draw it from the first letter: requesting a favicon from
 * the site, or from a favicon service, would reveal what members read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/problems.ts'
import { EXTERNAL_FAVICON_SIZE } from '#shared/kit/links.ts'
import { INERT_FILE } from './page-policy.ts'

const DOMAIN = /^(?=.{1,253}$)(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)*[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?$/u
/** Dark enough for white text, and distinguishable from each other. */
const TINTS = ['#3d5a80', '#4f6d4a', '#7a4e57', '#5d5478', '#7a6237', '#3f6f73']

/** Subdomains that do not identify the site are removed. */
const nameOf = (domain: string) => domain.toLowerCase().replace(/^(?:www\d?|m)\./, '')
const tintOf = (name: string) =>
  TINTS[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % TINTS.length]

export function faviconSvg(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined
  const name = nameOf(domain)
  const size = EXTERNAL_FAVICON_SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 128 128"><rect width="128" height="128" rx="12" fill="${tintOf(name)}"/><text x="64" y="88" text-anchor="middle" font-family="Georgia,serif" font-size="72" fill="#fff">${[...name][0]!.toUpperCase()}</text></svg>`
}

type MarkRequest = FastifyRequest<{ Querystring: { domain?: string; size?: string } }>

export function registerFaviconRoutes(app: FastifyInstance) {
  app.get('/api/favicon', async (request: MarkRequest, reply) => {
    const { domain, size } = request.query
    const mark = typeof domain === 'string' ? faviconSvg(domain) : undefined
    if (!mark || (size !== undefined && size !== String(EXTERNAL_FAVICON_SIZE))) throw notFound()
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'public, max-age=604800')
      .type('image/svg+xml; charset=utf-8')
      .send(mark)
  })
}
