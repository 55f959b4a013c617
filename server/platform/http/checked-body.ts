/** Checks the body of a plain call: a form, a file or a secret that no operation may carry. */
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
