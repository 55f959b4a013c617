/** Conversations with the assistant: what they answer to their owner is checked in tests/api. Nobody here owns any. */
import { newKey } from '../../harness/client.ts'
import { hasSession, type Outcome, type Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
}

const refused = (variables: Record<string, unknown>, code: string): Row => ({
  about: 'nothing',
  variables: () => variables,
  outcome: (role) => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
})

const NOWHERE = 9_007_199_254_740_991
const forStaff = (variables: Record<string, unknown>, outcome: Outcome): Row => ({
  about: 'nothing',
  variables: () => variables,
  outcome: (role) => (!hasSession(role) ? 'unauthenticated' : role === 'staff' ? outcome : 'code staff.not_found'),
})

export const assistantRows = ({ signedIn }: Kit): Record<string, Row> => ({
  GetAIConversations: signedIn(),
  GetAIConversationCount: signedIn(),
  GetAIMessages: signedIn({ conversation_id: 1 }),
  GetAIModels: signedIn(),
  GetAISources: signedIn(),
  GetPromptHub: signedIn(),
  GetUserPromptTemplates: signedIn(),
  GetAIUserPreferences: signedIn(),
  GetAIUsage: signedIn(),
  GetThreadPassages: signedIn({ thread_id: 7_999 }),
  GetThreadSummary: signedIn({ thread_id: 7_999 }),
  FindPassages: signedIn({ search: 'indemnity', sources: ['discussions', 'private_replies'] }),
  SendAIMessage: refused({ user: 7, message: 'From the matrix', idempotency_key: newKey() }, 'assistant.other_user'),
  StopAIMessage: refused({ message: 7 }, 'assistant.answer_not_found'),
  SendAIFeedback: refused({ message: 7, is_positive: true }, 'assistant.answer_not_found'),
  RegenerateMessage: refused({ message: 7 }, 'assistant.answer_not_found'),
  DeleteConversation: refused({ conversation_id: 7 }, 'assistant.conversation_not_found'),
  RenameConversation: refused({ conversation_id: 7, name: 'Matrix' }, 'assistant.conversation_not_found'),
  CreateUserPromptTemplate: signedIn({ name: 'Matrix', content: 'From the matrix' }),
  RenameUserPromptTemplate: refused({ id: 7_999, name: 'Matrix' }, 'assistant.prompt_not_found'),
  UpdateUserPromptTemplate: refused({ id: 7_999, content: 'Matrix' }, 'assistant.prompt_not_found'),
  DeleteUserPromptTemplate: refused({ id: 7_999 }, 'assistant.prompt_not_found'),
  UpdateAIUserPreferences: signedIn({ risk_tolerance: 'low', context: 'From the matrix' }),
  GetStaffAssistant: signedIn(),
  SaveLibraryPrompt: forStaff({ name: ' ', content: 'From the matrix' }, 'code assistant.name_missing'),
  RemoveLibraryPrompt: forStaff({ id: NOWHERE }, 'data'),
  SaveAISource: forStaff({ key: 'nonsense', enabled: true, default_selected: true }, 'code staff.not_found'),
  SaveAIModel: forStaff({ id: NOWHERE, enabled: false }, 'code staff.not_found'),
})
