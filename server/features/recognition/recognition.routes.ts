/** Badge pictures, which are part of the product: the same for everyone, and not secret. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound } from '#server/platform/problems.ts'
import { BADGE_PICTURES, badgePicture, BADGE_TYPES, TIERS } from '#shared/recognition.ts'

type PictureRequest = FastifyRequest<{ Params: { name: string } }>

export function registerRecognitionRoutes(app: FastifyInstance) {
  app.get(`${BADGE_PICTURES}/:name`, async (request: PictureRequest, reply) => {
    const [, type, tier] = /^([a-z]+)-([1-9])\.svg$/.exec(request.params.name) ?? []
    const known = BADGE_TYPES.find((each) => each === type)
    if (!known || Number(tier) > TIERS) throw notFound()
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'public, max-age=86400')
      .type('image/svg+xml; charset=utf-8')
      .send(badgePicture(known, Number(tier)))
  })
}
