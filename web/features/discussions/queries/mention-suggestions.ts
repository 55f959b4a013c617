import { MentionSuggestions } from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'
import type { SuggestMembers } from '#web/writing/editor/editor-types.ts'

/** Members to mention in a thread, or in a new one if `threadId` is null. */
export const suggestMembers =
  (threadId: number | null): SuggestMembers =>
  async (search) =>
    (await execute(MentionSuggestions, { thread_id: threadId, search })).mention_suggestions
