/** The counts of the shell: the server puts them in the page, and their live versions keep them current. */
import { InboxUnread, UnseenNotificationCount } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export const unseenQuery = { ...operationQuery(UnseenNotificationCount, {}), ...shellQuery }
export const unreadQuery = { ...operationQuery(InboxUnread, {}), ...shellQuery }
