/** Extracts text in a disposable worker thread: attachments may be crafted to crash a parser. */
import { answerTasks, lowerThreadPriority } from '#server/platform/worker-threads.ts'
import { readFileText, type FileText } from './file-text.ts'

/** As for the password thread: no request waits for it. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
answerTasks((bytes: Uint8Array): Promise<FileText> => readFileText(bytes))
