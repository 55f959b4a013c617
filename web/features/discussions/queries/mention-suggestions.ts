import { MentionSuggestions } from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'
import type { SuggestMembers } from '#web/writing/editor/editor-types.ts'

/** Members to name in a thread, and in a new one where `threadId` is null. */
export const suggestMembers =
  (threadId: number | null): SuggestMembers =>
  async (search) =>
    (await execute(MentionSuggestions, { thread_id: threadId, search })).mention_suggestions
