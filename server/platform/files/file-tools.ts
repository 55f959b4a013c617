/**
 * What can be done with a document's bytes: read its pages, remove what identifies its author, draw previews, stamp a
 * watermark, compare two versions. Files may be crafted to crash a parser, so that every call ends with an outcome.
 */
import { TooMuchMemory, TooSlow, WorkerThread, type ThreadLimits } from '#server/platform/worker-threads.ts'
import type {
  Cleaned,
  FileOutcome,
  FilePage,
  FilePages,
  FileTools,
  Previews,
  RedlinePart,
  Watermarked,
} from './file-types.ts'
import type { FileAnswer, FileTask } from './file-worker.ts'

export type * from './file-types.ts'

const LIMITS: ThreadLimits = { withinMs: 19_000, heapMb: 192, buffersMb: 256 }
/** Then the thread ends and its memory is free. */
const IDLE_MS = 30_000

/** Works on one file after the other, in a thread that is replaced after a failure. */
export function openFileTools(limits: ThreadLimits = LIMITS): FileTools {
  const thread = new WorkerThread<FileTask, FileAnswer>(new URL('./file-worker.ts', import.meta.url), limits)
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const ask = async (task: FileTask): Promise<FileAnswer> => {
    clearTimeout(idle)
    try {
      const answer = await thread.ask(task)
      // What such a file did to the libraries is unknown.
      if ('outcome' in answer && answer.isUnexpected) await thread.close()
      return answer
    } catch (error) {
      if (error instanceof TooSlow) return { outcome: 'too_slow', isUnexpected: true }
      return { outcome: error instanceof TooMuchMemory ? 'unpacks_too_much' : 'broken', isUnexpected: true }
    }
  }
  const inTurn = (task: FileTask): Promise<FileAnswer> => {
    const turn = last.then(() => ask(task))
    last = turn.then(() => {
      idle = setTimeout(() => void thread.close(), IDLE_MS).unref()
    })
    return turn
  }
  const run = async <Answer>(task: FileTask, without: (outcome: Exclude<FileOutcome, 'read'>) => Answer) => {
    const answer = await inTurn(task)
    return 'answer' in answer ? (answer.answer as Answer) : without(answer.outcome)
  }
  return {
    pages: (bytes, file_type, letters) =>
      run<FilePages>({ task: 'pages', bytes, file_type, letters }, (outcome) => ({ outcome, pages: [] })),
    clean: (bytes, file_type, { tokens, removesHidden }) =>
      run<Cleaned>({ task: 'clean', bytes, file_type, tokens, removesHidden }, (outcome) => ({
        outcome,
        bytes: null,
        removed: [],
        questions: [],
        findings: [],
      })),
    previews: (bytes, file_type, options) =>
      run<Previews>({ task: 'previews', bytes, file_type, ...options }, (outcome) => ({
        outcome,
        pages: 0,
        images: [],
      })),
    watermark: (bytes, file_type, mark) =>
      run<Watermarked>({ task: 'watermark', bytes, file_type, mark }, (outcome) => ({ outcome, bytes: null })),
    redline: (before, after) => run<RedlinePart[]>({ task: 'redline', before, after }, () => replaced(before, after)),
    close: async () => {
      clearTimeout(idle)
      await last
      clearTimeout(idle)
      await thread.close()
    },
  }
}

/** If two versions are too different to compare in time. */
const replaced = (before: readonly FilePage[], after: readonly FilePage[]): RedlinePart[] => [
  ...before.map(({ text }) => ({ kind: 'removed' as const, text })),
  ...after.map(({ text }) => ({ kind: 'added' as const, text })),
]
