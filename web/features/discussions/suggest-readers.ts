import { MentionSuggestions } from '#api/operations.ts'
import { execute } from '#web/platform/operations.ts'
import type { Suggest } from '#web/writing/editor-tools.ts'

/** Members to name in a thread, and in a new one where `threadId` is null. */
export const suggestReaders =
  (threadId: number | null): Suggest =>
  async (search) =>
    (await execute(MentionSuggestions, { thread_id: threadId, search })).mention_suggestions
