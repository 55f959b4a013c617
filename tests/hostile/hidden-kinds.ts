/** What can be hidden from a viewer, by kind. */
import type { Client } from '../harness/client.ts'
import type { TestServer } from '../harness/test-server.ts'

/** Text in every hidden thing. */
export const CANARY = 'Zephyrquill'

export type Kind =
  | 'member'
  /** A member as staff see them. */
  | 'account'
  | 'thread'
  | 'message'
  | 'network'
  | 'company'
  | 'memberCompany'
  | 'expert'
  | 'deal'
  | 'group'
  | 'inboxMessage'
  | 'poll'
  | 'notification'
  | 'directorySearch'
  | 'bookmarkCollection'
  | 'emailChange'
  | 'title'
  | 'badge'
  | 'team'
  | 'merge'
  | 'report'
  | 'guide'
  | 'series'
  | 'seriesDocument'
  | 'seriesVideo'
  | 'seriesSponsor'
  | 'event'
  | 'eventDocument'
  | 'eventVideo'
  | 'eventPhoto'
  | 'session'
  | 'document'
  | 'documentRequest'
  | 'accreditedVideo'
  | 'accreditation'
  | 'cleCredit'
  | 'assistantConversation'
  | 'answer'
  | 'prompt'
export interface Hidden {
  /** Why most viewers cannot see it. */
  why: string
  id: number
  /** The thread of a message. */
  thread_id?: number
}
export type HiddenThings = Record<Kind, Hidden[]>

export interface Community {
  testServer: TestServer
  network: number
  owner: Client
  other: Client
}

export const oneOf =
  (testServer: TestServer) =>
  async (why: string, text: string, values: unknown[]): Promise<Hidden[]> => [
    { why, id: (await testServer.sql<{ id: number }>(text, values))[0]!.id },
  ]
