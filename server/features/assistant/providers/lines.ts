/** Reads what a model writes: one JSON object a line. Whatever else it writes counts as a sentence without a source. */
import { z } from 'zod'

const written = z.union([
  z.object({ none: z.literal(true) }),
  z.object({
    p: z.number().int().min(1).max(20),
    text: z.string().min(1).max(2_000),
    cites: z.array(z.string()).max(20),
  }),
])
export type Written = z.infer<typeof written> | { invalid: string }

export function readLine(line: string): Written {
  try {
    const { success, data } = written.safeParse(JSON.parse(line))
    return success ? data : { invalid: line }
  } catch {
    return { invalid: line }
  }
}

/** Lines as they are complete. Throws beyond the limit: an answer that never ends is none. */
export async function* linesOf(chunks: AsyncIterable<string>, atMost: number): AsyncGenerator<string> {
  let rest = ''
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > atMost) throw new Error('The model wrote too much.')
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.trim() !== '' && !isFence(line)) yield line.trim()
  }
  if (rest.trim() !== '' && !isFence(rest)) yield rest.trim()
}

/** Some models put code fences around JSON whatever they are told. */
const isFence = (line: string) => /^\s*```/.test(line)
