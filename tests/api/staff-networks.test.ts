/** Staff create and edit networks and disciplines without SQL. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  GetDisciplineByType,
  GetManagedDisciplines,
  GetManagedNetwork,
  GetManagedNetworks,
  GetStaffActs,
  InitialUser,
  SaveDiscipline,
  SaveNetwork,
  SaveNetworkPicture,
} from '#api/operations.ts'
import { ACCESS_KINDS } from '#shared/network-access.ts'
import { THEMES } from '#shared/networks.ts'
import { THEME_SHADES, themeContrasts } from '#shared/theme-colors.ts'
import { demoMembers } from '../demo-members.ts'
import { networkInput } from '../harness/networks.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal, finance, executive } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const FILLED = {
  discipline_id: 2,
  theme: 'cfo',
  display_name: 'Midwest Finance Leaders',
  support_email: 'midwest@counterpart.test',
  url_membership_agreement: 'https://a.example/agreement',
  url_terms: 'https://a.example/terms',
  url_faq: 'https://a.example/faq',
  url_jobs: 'https://a.example/jobs',
  url_events_landing: 'https://a.example/events',
  url_nomination_form: 'https://a.example/nominate',
  url_on_demand_cle: 'https://a.example/cle',
  url_privacy_policy: 'https://a.example/privacy',
  url_discounts: 'https://a.example/discounts',
  url_cancel_membership: 'https://a.example/cancel',
  main_menu_visibility: { jobs: false },
  show_areas_of_expertise: false,
  show_responsibility: false,
  show_direct_reports: true,
  notifies_of_staff_reading: true,
  allows_access_tokens: true,
  directory_school_filter: true,
  profession_title_text: 'Year you started in finance',
  ai_chatbot_tagline: 'What others decided',
  ai_chatbot_privacy_text: 'It reads only what you can read.',
  welcome_page_step_one: 'One.',
  welcome_page_step_two: 'Two.',
  welcome_page_step_three: 'Three.',
  welcome_page_step_four: 'Four.',
} as const
const VIDEO = {
  title: 'Welcome',
  url: '/welcome/welcome.webm',
  thumbnail_url: '/welcome/welcome.png',
  duration: 90,
  content_summary: 'How the community works.',
}
const ofVideo = Object.fromEntries(Object.entries(VIDEO).map(([name, value]) => [`welcome_video_${name}`, value]))

describe('SaveNetwork', () => {
  it('creates a network with every field, its mailing list, and access to nothing but itself (STAFF-network-edit)', async () => {
    const { saveNetwork } = await ruth.ask(SaveNetwork, { slug: 'midwest-finance', network: { ...FILLED, ...ofVideo } })
    const { discipline_id, ...fields } = FILLED
    expect(saveNetwork).toMatchObject({
      num_of_members: 0,
      local_part: 'midwest.finance',
      network: { slug: 'midwest-finance', ...fields, welcome_video: VIDEO, discipline: { id: discipline_id } },
    })
    const access = await testServer.sql(
      'select kind, from_network_id, to_network_id from network_access where $1 in (from_network_id, to_network_id)',
      [saveNetwork.id],
    )
    expect(new Set(access)).toEqual(
      new Set(ACCESS_KINDS.map((kind) => ({ kind, from_network_id: saveNetwork.id, to_network_id: saveNetwork.id }))),
    )
    expect((await ruth.ask(GetManagedNetwork, { id: saveNetwork.id })).managed_network).toEqual(saveNetwork)
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'network.added',
      item_name: FILLED.display_name,
    })
  })

  it('changes what members see with their next request, and records only what changed (STAFF-network-edit)', async () => {
    const network = networkInput({
      display_name: 'Legal Peers',
      url_faq: 'faq.example',
      ai_chatbot_tagline: '  A   tagline ',
      main_menu_visibility: { events: false, jobs: true, unknown: false },
    })
    const { saveNetwork } = await ruth.ask(SaveNetwork, { id: legal, network })
    expect(saveNetwork.network).toMatchObject({
      url_faq: 'https://faq.example',
      url_terms: null,
      ai_chatbot_tagline: 'A tagline',
      main_menu_visibility: { events: false },
      slug: 'legal',
    })
    const { viewer } = await helen.ask(InitialUser, {})
    expect(viewer.peer_network_memberships[0]!.peer_network.display_name).toBe('Legal Peers')
    await ruth.ask(SaveNetwork, { id: legal, network: { ...network, display_name: 'Legal Network' } })
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'network.changed',
      before: { display_name: 'Legal Peers' },
      after: { display_name: 'Legal Network' },
    })
  })

  it.each([
    ['no name', { display_name: ' ' }, 'display_name'],
    ['a name that does not fit on a phone', { display_name: 'n'.repeat(41) }, 'display_name'],
    ['an address that is no web address', { url_jobs: 'javascript:alert(1)' }, 'url_jobs'],
    ['a support address that is none', { support_email: 'support' }, 'support_email'],
    ['a discipline that there is not', { discipline_id: 999 }, 'discipline_id'],
    ['a video without a title', { welcome_video_url: '/welcome/welcome.webm' }, 'welcome_video_title'],
    ['a video of no length', { welcome_video_duration: 0 }, 'welcome_video_duration'],
    ['a text that is too long', { welcome_page_step_four: 'x'.repeat(1001) }, 'welcome_page_step_four'],
  ])('refuses %s at its field', async (_, changed, field) => {
    expect(await ruth.op(SaveNetwork, { id: finance, network: networkInput(changed) })).toMatchObject({
      code: 'networks.field',
      field,
    })
  })

  it.each([
    ['a taken address', 'finance'],
    ['an address with spaces', 'mid west'],
    ['no address', ''],
  ])('refuses %s of a new network', async (_, slug) => {
    expect(await ruth.op(SaveNetwork, { slug, network: networkInput() })).toMatchObject({
      code: 'networks.field',
      field: 'slug',
    })
  })

  it('is for owners: of one network, that network only', async () => {
    const network = networkInput({ display_name: 'Legal Network' })
    expect((await helen.op(SaveNetwork, { id: legal, network })).code).toBe('staff.not_found')
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    expect((await owner.op(SaveNetwork, { id: finance, network })).code).toBe('staff.not_found')
    expect((await owner.op(SaveNetwork, { slug: 'mine', network })).code).toBe('staff.not_found')
    expect((await owner.op(SaveNetwork, { id: legal, network })).code).toBeUndefined()
    expect((await owner.ask(GetManagedNetworks, {})).managed_networks.map(({ id }) => id)).toEqual([legal])
    expect((await owner.ask(GetManagedNetwork, { id: finance })).managed_network).toBeNull()
    expect((await helen.ask(GetManagedNetworks, {})).managed_networks).toEqual([])
  })
})

describe('SaveNetworkPicture', () => {
  const image = (background: string, width = 300, height = 100) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  const put = async (kind: 'logo' | 'favicon', bytes: Buffer, id = legal) => {
    const { key } = await uploaded(testServer, ruth, `${kind}.png`, bytes)
    return ruth.op(SaveNetworkPicture, { id, kind, attachment_key: key })
  }

  it('shows logo and favicon to members, from the first page on (STAFF-network-theme)', async () => {
    expect((await put('logo', await image('#ffffff'))).code).toBeUndefined()
    expect((await put('favicon', await image('#336699', 256, 256))).code).toBeUndefined()
    const { managed_network } = await ruth.ask(GetManagedNetwork, { id: legal })
    const { logo, favicon } = managed_network!.network
    const served = await fetch(`${testServer.url}${favicon}`)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ width: 128, height: 128 })
    const page = (await (await testServer.member(demoMembers.member)).send('GET', '/feed')).text
    expect(page).toContain(`href="${favicon}"`)
    expect(page).toContain(`src="${logo}"`)
    await ruth.ask(SaveNetworkPicture, { id: legal, kind: 'favicon', attachment_key: null })
    expect((await fetch(`${testServer.url}${favicon}`)).status).toBe(404)
  })

  it('refuses a logo that cannot be seen on the color, also when the color changes (STAFF-network-theme)', async () => {
    const refused = await put('logo', await image(THEME_SHADES.executive.plate.light), executive)
    expect(refused).toMatchObject({ code: 'networks.contrast', field: 'attachment_key' })
    expect(refused.message).toContain('hard to see on Ink blue: its contrast is 1.0 to 1')
    // A gray that stands out from the blue plate, but not from the green one.
    expect((await put('logo', await image('#8a8a8a'), executive)).code).toBeUndefined()
    const change = (theme: 'executive' | 'cfo') =>
      ruth.op(SaveNetwork, { id: executive, network: networkInput({ theme, display_name: 'Executive Network' }) })
    expect(await change('cfo')).toMatchObject({ code: 'networks.contrast', field: 'theme' })
    expect((await change('executive')).code).toBeUndefined()
  })

  it('refuses a favicon that is not square, a file that is no image, and a network of others', async () => {
    expect(await put('favicon', await image('#ffffff'))).toMatchObject({ code: 'networks.picture' })
    const { key } = await uploaded(testServer, ruth, 'logo.txt', 'A text.')
    const saved = ruth.op(SaveNetworkPicture, { id: legal, kind: 'logo', attachment_key: key })
    expect(await saved).toMatchObject({ code: 'networks.picture', field: 'attachment_key' })
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    const picture = { kind: 'logo', attachment_key: null } as const
    expect((await owner.op(SaveNetworkPicture, { ...picture, id: finance })).code).toBe('staff.not_found')
    expect((await owner.op(SaveNetworkPicture, { ...picture, id: legal })).code).toBeUndefined()
  })
})

it('the support address of a network is the one that its members are shown', async () => {
  const network = networkInput({ display_name: 'Legal Network', support_email: 'help@legal.test' })
  await ruth.ask(SaveNetwork, { id: legal, network })
  expect((await helen.send('GET', '/feed')).text).toContain('help@legal.test')
})

describe('SaveDiscipline', () => {
  it('changes a discipline and its links, and creates one that there is not (STAFF-network-edit)', async () => {
    const links = 'Guide to legal https://a.example/guide\nQuestions: a.example/questions'
    const { saveDiscipline } = await ruth.ask(SaveDiscipline, {
      type: 'legal',
      name: 'Law',
      team_name: 'Lawyers',
      links,
    })
    expect((await ruth.ask(GetManagedDisciplines, {})).managed_disciplines).toEqual(saveDiscipline)
    expect((await helen.ask(GetDisciplineByType, { type: 'legal' })).discipline).toMatchObject({
      name: 'Law',
      team_name: 'Lawyers',
      links: [
        { title: 'Guide to legal', url: 'https://a.example/guide' },
        { title: 'Questions', url: 'https://a.example/questions' },
      ],
    })
  })

  it('refuses a line that is no link, at its field, and anyone who does not run networks', async () => {
    const given = { type: 'legal', name: 'Law', team_name: 'Lawyers', links: 'No address here' } as const
    expect(await ruth.op(SaveDiscipline, given)).toMatchObject({ code: 'networks.field', field: 'links' })
    expect(await ruth.op(SaveDiscipline, { ...given, name: '' })).toMatchObject({ field: 'name' })
    expect((await helen.op(SaveDiscipline, { ...given, links: '' })).code).toBe('staff.not_found')
    expect((await helen.ask(GetManagedDisciplines, {})).managed_disciplines).toEqual([])
  })
})

it('the colors that are checked are those of the style sheet, and each theme passes (STAFF-network-theme)', () => {
  const css = readFileSync('web/theme/tokens.css', 'utf8')
  for (const theme of THEMES) {
    const block = css.slice(css.indexOf(`.theme-${theme} {`)).split('}')[0]!
    for (const token of ['spine', 'plate', 'accent'] as const) {
      const { light, dark } = THEME_SHADES[theme][token]
      expect(block).toContain(`--${token}: light-dark(${light}, ${dark});`)
    }
    for (const { label, contrast } of themeContrasts(theme)) expect(contrast, `${theme}, ${label}`).toBeGreaterThan(4.5)
  }
})
