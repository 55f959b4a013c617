/** Requests for documents: moderated, answered, and told once to the member who asked. */
import { expect, it } from 'vitest'
import {
  EditPeerDocument,
  GetStaffDocumentRequests,
  GetStaffActs,
  ModerateDocumentRequest,
  Notifications,
  PeerDocumentRequests,
  RequestPeerDocument,
  WithdrawDocumentRequest,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { publish, submit } from '../harness/peer-documents.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
await testServer.sql('delete from notifications')
await testServer.sql('delete from document_requests')

const ask = async (client: Client, document_title: string) =>
  (await client.ask(RequestPeerDocument, { document_title, request: 'For a negotiation next week.' }))
    .requestPeerDocument!
const seen = async (client: Client, userId?: number) =>
  (await client.ask(PeerDocumentRequests, { ...(userId && { userId }) })).peer_document_requests.map(({ id }) => id)
const told = async (client: Client) =>
  (await client.ask(Notifications, {})).notifications.items.filter(
    ({ notification_type }) => notification_type === 'document_request_answered',
  )

it('OP-RequestPeerDocument, OP-PeerDocumentRequests, FIELD-document_request.visible, FIELD-document_request.moderated_date, FIELD-document_request.requester: is seen by its requester and staff until staff approve it', async () => {
  const request = await ask(helen, 'Escrow agreement')
  expect(request).toMatchObject({
    document_title: 'Escrow agreement',
    request: 'For a negotiation next week.',
    visible: false,
    moderated_date: null,
    requester: { id: helen.id },
    is_own: true,
  })
  expect([await seen(helen), await seen(marcus), await seen(marcus, helen.id)]).toEqual([[request.id], [], []])
  expect((await marcus.op(ModerateDocumentRequest, { id: request.id, approve: true })).code).toBe('staff.not_found')
  expect((await marcus.ask(GetStaffDocumentRequests, {})).staff_document_requests).toEqual([])
  const { moderateDocumentRequest } = await staff.ask(ModerateDocumentRequest, { id: request.id, approve: true })
  expect(moderateDocumentRequest).toMatchObject({ visible: true, moderated_date: expect.any(String) })
  expect([await seen(marcus), await seen(marcus, helen.id), await seen(samuel)]).toEqual([
    [request.id],
    [request.id],
    [],
  ])
  expect((await staff.ask(GetStaffActs, {})).staff_acts.items[0]!.act).toBe('document_request.approved')
  expect((await marcus.op(WithdrawDocumentRequest, { id: request.id })).code).toBe('documents.request_not_found')
  await helen.ask(WithdrawDocumentRequest, { id: request.id })
  expect(await seen(marcus)).toEqual([])
})

it('VALID-document-request-text, VALID-document-request-title: needs both, each refused in one sentence at its field', async () => {
  const refusal = async (variables: object) =>
    helen.op(RequestPeerDocument, { document_title: 'A title', request: 'A reason', ...variables } as never)
  expect(await refusal({ document_title: ' ' })).toMatchObject({ code: 'documents.request', field: 'document_title' })
  expect(await refusal({ request: '' })).toMatchObject({ code: 'documents.request', field: 'request' })
  expect(await refusal({ document_title: 'x'.repeat(201) })).toMatchObject({ field: 'document_title' })
  const key = newKey()
  const [first, second] = [await refusal({ idempotency_key: key }), await refusal({ idempotency_key: key })]
  expect(second.data!.requestPeerDocument!.id).toBe(first.data!.requestPeerDocument!.id)
  await testServer.sql('delete from document_requests')
})

it('tells the member who asked exactly once, when a document that answers is published, and never for one they may not open', async () => {
  const request = await ask(helen, 'Warehouse lease checklist')
  await staff.ask(ModerateDocumentRequest, { id: request.id, approve: true })
  const { data } = await submit(testServer, marcus, {
    bytes: 'words',
    networks: [legal],
    variables: { title: 'Lease of a warehouse: a checklist', is_anonymous: true },
  })
  const { id } = data!.submitPeerDocument!
  await testServer.runJobs()
  expect(await told(helen)).toEqual([])
  await publish(staff, id)
  await testServer.runJobs()
  const [notification] = await told(helen)
  expect(notification).toMatchObject({ payload: { document_id: id, request_id: request.id }, related_users: [] })
  expect(JSON.stringify(notification)).not.toContain('Marcus')
  expect(await told(marcus)).toEqual([])

  // Published again in another way: nothing is told twice.
  await testServer.sql(`insert into follow_ups (task, payload) values ('notifications:tell', $1)`, [
    JSON.stringify({ signal: 'documents.published', users: [], document_id: id, occurrence: newKey() }),
  ])
  await testServer.runJobs()
  const facts = await testServer.sql('select from notification_facts where fact = $1', [
    `document_request:${request.id}:${id}`,
  ])
  expect(facts).toHaveLength(1)
  expect((await helen.ask(PeerDocumentRequests, {})).peer_document_requests[0]!.matches).toEqual([
    { id, title: 'Lease of a warehouse: a checklist' },
  ])

  // What may no longer be opened is no longer told.
  const change = {
    id,
    title: 'Lease of a warehouse: a checklist',
    type: 'checklist',
    topics: [],
    geographies: [],
    networks: [legal],
    is_featured: false,
    is_watermarked: false,
  }
  await staff.ask(EditPeerDocument, {
    ...change,
    available_from: new Date(Date.now() + 86_400_000).toISOString(),
  } as never)
  expect(await told(helen)).toEqual([])
})

it('takes a document that a member says is an answer, also where its words differ', async () => {
  const request = await ask(helen, 'Something for the roof')
  await staff.ask(ModerateDocumentRequest, { id: request.id, approve: true })
  const { data } = await submit(testServer, marcus, {
    bytes: 'words',
    networks: [legal],
    variables: { title: 'Solar panels: terms', request_id: request.id },
  })
  await publish(staff, data!.submitPeerDocument!.id)
  await testServer.runJobs()
  expect((await told(helen)).map(({ payload }) => (payload as { request_id: number }).request_id)).toContain(request.id)
  const decisions = (await marcus.ask(Notifications, {})).notifications.items.filter(
    ({ notification_type }) => notification_type === 'moderation_decision',
  )
  expect(decisions).toHaveLength(1)
})
