/** Links in emails that act without signing in. Each is signed for one member and one purpose; a GET changes nothing. */
import { numbersOf, signNumbers } from './signed-token.ts'

/**
 * What a link to leave does: stops emails of one discussion, changes those of a network to a digest or back to each post,
 * stops those of a network, stops all.
 */
export const LEAVE_SCOPES = ['thread', 'digest', 'each', 'network', 'all'] as const
export type LeaveScope = (typeof LEAVE_SCOPES)[number]

export interface Leave {
  scope: LeaveScope
  userId: number
  /** The thread or the network; 0 for all. */
  id: number
}

export const leavePath = (secret: string, { scope, userId, id }: Leave): string =>
  `/unsubscribe/list/${scope}-${signNumbers(secret, `leave ${scope}`, [userId, id])}`

export function readLeaveToken(secret: string, token: string): Leave | undefined {
  const scope = LEAVE_SCOPES.find((each) => token.startsWith(`${each}-`))
  const numbers = scope && numbersOf(secret, `leave ${scope}`, token.slice(scope.length + 1), 2)
  return numbers && { scope, userId: numbers[0]!, id: numbers[1]! }
}

export interface Feedback {
  userId: number
  messageId: number
}

export const feedbackPath = (secret: string, feedback: Feedback, isUseful: boolean): string =>
  `/listserv-email-feedback?useful=${isUseful ? 'yes' : 'no'}&token=${signNumbers(secret, 'feedback', [feedback.userId, feedback.messageId])}`

export function readFeedbackToken(secret: string, token: string): Feedback | undefined {
  const numbers = numbersOf(secret, 'feedback', token, 2)
  return numbers && { userId: numbers[0]!, messageId: numbers[1]! }
}
