/** Reads what stands in files, in a thread that can be lost: what members attach may be made to break a reader. */
import { answerTasks, lowerThreadPriority } from '#server/platform/worker-threads.ts'
import { readFileText, type FileText } from './file-text.ts'

/** As the thread of passwords: nobody waits for it. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
answerTasks((bytes: Uint8Array): Promise<FileText> => readFileText(bytes))
