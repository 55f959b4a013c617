/** A list of members as a file: approved by a second person, for the one who asked, for a day. */
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { DecideApproval, ExportMembers, GetMemberExports, GetStaffActs, RequestApproval } from '#api/operations.ts'
import { MEMBER_EXPORT_FILES } from '#shared/staff-members.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const [helen, ruth] = await testServer.members(demoMembers.member, demoMembers.staff)
const { legal, finance } = await networkIds(testServer)

const fileOf = (client: Client, id: number) => client.send('GET', `${MEMBER_EXPORT_FILES}/${id}`)
const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[]
const exported = async (variables: { peer_network_id?: number; state?: 'full_access' | 'suspended' } = {}) =>
  (await ruth.ask(ExportMembers, variables)).exportMembers[0]!

describe('the file', () => {
  it('has every account in the chosen state and network, and no cell that a spreadsheet would run', async () => {
    await testServer.sql(`update users set last_name = '=HYPERLINK("x")' where id = $1`, [helen.id])
    const made = await exported({ peer_network_id: legal, state: 'full_access' })
    expect(made).toMatchObject({ network: { id: legal }, account_state: 'full_access' })
    const file = await fileOf(ruth, made.id)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    const rows = rowsOf(file.text)
    const expected = await testServer.sql<{ id: number }>(
      `select u.id from users u join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = $1
       where u.current_state = 'full access' and not u.suspended order by u.id`,
      [legal],
    )
    expect(rows.map(({ ID }) => Number(ID))).toEqual(expected.map(({ id }) => id))
    const own = rows.find(({ ID }) => Number(ID) === helen.id)!
    expect(own).toMatchObject({ Email: demoMembers.member, State: 'full access', 'Primary network': 'Legal Network' })
    expect(file.text).not.toMatch(/(^|,)"?=/m)
    expect(file.text).not.toContain('(argon2|password)')
  })

  it('is read anew: who was erased or has left meanwhile is not in it', async () => {
    const { id } = await exported({ peer_network_id: finance })
    const before = rowsOf((await fileOf(ruth, id)).text)
    const gone = Number(before[0]!['ID'])
    await testServer.sql('delete from peer_network_memberships where user_id = $1 and peer_network_id = $2', [
      gone,
      finance,
    ])
    expect(rowsOf((await fileOf(ruth, id)).text).map(({ ID }) => Number(ID))).not.toContain(gone)
  })

  it('is for the one who asked, while they may, for a day; each download is on record', async () => {
    const { id } = await exported()
    const other = await newStaff(testServer, { role: 'owner' })
    await testServer.sql('delete from staff_grants where user_id = $1', [other.id])
    for (const client of [helen, other, testServer.anonymous()]) expect((await fileOf(client, id)).status).toBe(404)
    expect((await helen.ask(GetMemberExports, {})).member_exports).toEqual([])
    expect((await fileOf(ruth, id)).status).toBe(200)
    const { items } = (await ruth.ask(GetStaffActs, { limit: 5 })).staff_acts
    expect(items[0]).toMatchObject({ act: 'members.downloaded', item_id: id })
    await testServer.sql(`update member_exports set expires_at = now() where id = $1`, [id])
    expect((await fileOf(ruth, id)).status).toBe(404)
    expect((await ruth.ask(GetMemberExports, {})).member_exports.map((each) => each.id)).not.toContain(id)
    await testServer.sql(`select graphile_worker.add_job('staff-members:sweep-exports')`)
    await testServer.runJobs()
    expect(await testServer.sql('select 1 from member_exports where id = $1', [id])).toEqual([])
  })
})

describe('with another owner', () => {
  it('it is asked for, approved, and then ready for the one who asked alone', async () => {
    const other = await newStaff(testServer, { role: 'owner' })
    expect((await ruth.op(ExportMembers, {})).code).toBe('approvals.needed')
    const { requestApproval: request } = await ruth.ask(RequestApproval, {
      operation: 'ExportMembers',
      variables: { peer_network_id: finance },
      reason: 'The board asked for a list.',
    })
    const before = (await ruth.ask(GetMemberExports, {})).member_exports.length
    await other.ask(DecideApproval, { id: request!.id, approve: true })
    const made = (await ruth.ask(GetMemberExports, {})).member_exports
    expect(made).toHaveLength(before + 1)
    expect(made[0]).toMatchObject({ network: { id: finance } })
    expect((await fileOf(other, made[0]!.id)).status).toBe(404)
    expect((await fileOf(ruth, made[0]!.id)).status).toBe(200)
    await testServer.sql('delete from staff_grants where user_id = $1', [other.id])
  })
})

describe('staff of one network', () => {
  it('export its members, and see no others of a network that is not theirs', async () => {
    const manager = await newStaff(testServer, { role: 'membership', network: finance })
    expect((await manager.op(ExportMembers, {})).code).toBe('staff.not_found')
    expect((await manager.op(ExportMembers, { peer_network_id: legal })).code).toBe('staff.not_found')
    expect((await helen.op(ExportMembers, { peer_network_id: legal })).code).toBe('staff.not_found')
    expect((await ruth.op(ExportMembers, { peer_network_id: 9_999_999 })).code).toBe('staff.not_found')
    // As if it had been approved, with no network.
    const [made] = await testServer.sql<{ id: number }>(
      `insert into member_exports (asked_by, expires_at) values ($1, now() + interval '1 day') returning id`,
      [manager.id],
    )
    const ids = rowsOf((await fileOf(manager, made!.id)).text).map(({ ID }) => Number(ID))
    const members = await testServer.sql<{ user_id: number }>(
      'select user_id from peer_network_memberships where peer_network_id = $1 order by user_id',
      [finance],
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(members.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(ids))
  })
})
