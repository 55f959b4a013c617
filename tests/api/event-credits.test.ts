/** The credits of an event: of attending it, and of watching its recording. */
import { describe, expect, it } from 'vitest'
import { ConfirmCleAttendance, GetEventById, SaveCleAccreditation } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, ruth] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const [recording] = await testServer.sql<{ id: number; video_id: number; event_id: number }>(
  `select id, video_id, event_id from event_videos where title = 'Privilege in internal investigations'`,
)
const { video_id, event_id } = recording!
await testServer.sql('delete from cle_credits')
await testServer.sql('delete from cle_accreditations')

describe('the credits of an event', () => {
  const accredit = (what: object) =>
    ruth.ask(SaveCleAccreditation, {
      accreditation: {
        jurisdiction: 'NY',
        title: 'Privilege in internal investigations',
        number: 'NY-1',
        minutes: 62,
        valid_from: '2026-01-01',
        valid_until: '2099-12-31',
        ...what,
      },
    })
  const shown = async (client: Client) => (await client.ask(GetEventById, { id: event_id })).event?.cle

  it('are shown for attending and for watching, and as earned once the member has them', async () => {
    const { saveCleAccreditation } = await accredit({ event_id })
    await accredit({ video_id, jurisdiction: 'CA', minutes: 50, number: 'CA-1' })
    await accredit({ event_id, jurisdiction: 'TX', valid_from: '2020-01-01', valid_until: '2020-12-31' })
    expect(await shown(helen)).toMatchObject([
      { state: 'California', number: 'CA-1', credits: 0.75, video_id, is_earned: false },
      { state: 'New York', number: 'NY-1', credits: 1, video_id: null, is_earned: false },
    ])
    await ruth.ask(ConfirmCleAttendance, {
      accreditation_id: saveCleAccreditation.id,
      email: demoMembers.member,
      minutes: 62,
    })
    expect((await shown(helen))!.map(({ is_earned }) => is_earned)).toEqual([false, true])
    expect((await shown(marcus))!.map(({ is_earned }) => is_earned)).toEqual([false, false])
  })
})
