/** Checks what a plain call carries: a form, a file or a secret that no operation may have. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { problem } from '#server/platform/problems.ts'

/** Throws the first error as a problem with this code, with its field and `status` (400; null: that of the code). */
export function checkedBody<T>(
  schema: z.ZodType<T>,
  body: unknown,
  { code, status = 400 }: { code: string; status?: number | null },
): T {
  const answer = schema.safeParse(body)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  const field = String(issue?.path[0] ?? '')
  throw problem(code, {
    message: issue?.message ?? 'Complete the form.',
    ...(field ? { field } : {}),
    ...(status !== null && { status }),
  })
}

/** The `:id` of the path; 0, which nothing has, if it is not one. */
export function idIn({ params }: Pick<FastifyRequest, 'params'>): number {
  const { id } = params as { id: string }
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}
