/** Settings that staff change for the whole community. */
import { expect, it } from 'vitest'
import { GetCommunitySettings, GetStaffActs, SaveCommunitySetting } from '#api/operations.ts'
import { communitySetting } from '#server/platform/community-settings.ts'
import { COMMUNITY_SETTINGS } from '#shared/community-settings.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({}, { hasLimits: true })
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)
// The demo data sets the invoice issuer.
await testServer.sql('delete from community_settings')
const KEY = 'anonymous_delay_minutes'
const setting = COMMUNITY_SETTINGS[KEY]
const applied = () => communitySetting(testServer.database.write, KEY)

it('applies what staff save at once, says who changed it, and goes back to the default', async () => {
  expect(await applied()).toBe(setting.default)
  expect((await staff.ask(GetCommunitySettings, {})).community_settings).toEqual([])
  const { saveCommunitySetting } = await staff.ask(SaveCommunitySetting, { key: KEY, value: 45 })
  expect(saveCommunitySetting).toMatchObject([{ key: KEY, value: 45, changed_by: { id: staff.id } }])
  expect(await applied()).toBe(45)
  expect((await staff.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
    act: 'setting.changed',
    item_name: setting.label,
    before: { [KEY]: setting.default },
    after: { [KEY]: 45 },
  })
  expect((await staff.ask(SaveCommunitySetting, { key: KEY })).saveCommunitySetting).toEqual([])
  expect(await applied()).toBe(setting.default)
})

it('is refused with a sentence that says what fits, and stays as it was', async () => {
  const { code, message } = await staff.op(SaveCommunitySetting, { key: KEY, value: setting.max + 1 })
  expect(code).toBe('community_settings.value')
  expect(message).toBe(`Enter a whole number of minutes from ${setting.min} to ${setting.max}.`)
  expect((await staff.op(SaveCommunitySetting, { key: 'unknown', value: 1 })).code).toBe('staff.not_found')
  expect(await applied()).toBe(setting.default)
})

it('does not exist for members', async () => {
  await staff.ask(SaveCommunitySetting, { key: KEY, value: 30 })
  expect((await helen.ask(GetCommunitySettings, {})).community_settings).toEqual([])
  expect((await helen.op(SaveCommunitySetting, { key: KEY, value: 0 })).code).toBe('staff.not_found')
  expect((await testServer.anonymous().op(GetCommunitySettings, {})).status).toBe(401)
  expect(await applied()).toBe(30)
})
