/** The contact for reporting vulnerabilities (RFC 9116). */
import type { FastifyInstance } from 'fastify'

const HOLDS_DAYS = 180
const DAY_MS = 86_400_000
const ADDRESS = '/.well-known/security.txt'

export function registerSecurityTxt(app: FastifyInstance, contact: string, publicUrl: string | undefined) {
  app.get(ADDRESS, async (_request, reply) => {
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${new Date(Date.now() + HOLDS_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${new URL(ADDRESS, publicUrl).href}`] : []),
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
