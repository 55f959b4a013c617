/** The directory, member pages and one's own profile, as a member uses them. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { insertMessage } from '../harness/threads.ts'
import { waitForPath, DESKTOP, openBrowser, PHONE, scrollTop } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus, priya, samuel] = await Promise.all(
  [demoMembers.member, demoMembers.peer, 'priya@members.test', demoMembers.finance].map(idOf),
)
const heading = { level: 1 } as const

it('finds a member by name and by filter, and opens their page (UI-screen-member-directory-and-profile, ROUTE-members, ROUTE-member-profile, UI-section-label-members, ANALYTICS-page-member-directory)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/members')
  await page.getByRole('heading', { ...heading, name: 'Members' }).waitFor()
  await waitFor('the view to be counted', async () => {
    const seen = await testServer.sql(`select 1 from analytics_events where key = 'member-directory-viewed'`)
    return seen.length === 1
  })
  const field = page.getByRole('searchbox', { name: 'Search members' })
  await field.fill('oyelaren')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '1 member' }).waitFor()
  expect(new URL(page.url()).search).toBe('?search=oyelaren')
  // Search keeps the focus, so the member can continue typing.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page
    .getByRole('group', { name: 'Chapter' })
    .getByRole('checkbox', { name: /^Boston/ })
    .check()
  await page.getByRole('link', { name: 'Priya Raman' }).first().click()
  await page.getByRole('heading', { ...heading, name: 'Priya Raman' }).waitFor()
  await expect.poll(() => page.title()).toContain('Priya Raman')
  // Back to the directory, with its filter.
  await page.getByRole('link', { name: 'Members', exact: true }).last().click()
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ members?$/ })
    .waitFor()
  expect(page.url()).toContain('chapters=')
})

it.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
])(
  'opens a member over the list and gives the place back on closing, on %s (SHELL-overlay-profiles, DECISION-thread-preview-in-overlay)',
  async (where, device) => {
    const { page, context, open } = await stage.member(demoMembers.member, device)
    await open('/members')
    const names = page.getByRole('region', { name: 'Results' }).getByRole('listitem').getByRole('link')
    await names.nth(12).waitFor()
    const name = (await names.nth(12).textContent())!
    const path = (await names.nth(12).getAttribute('href'))!
    await names.nth(12).scrollIntoViewIfNeeded()
    const before = await scrollTop(page)
    expect(before).toBeGreaterThan(0)
    const layer = page.locator('[data-top-layer]')
    const title = layer.getByRole('heading', { ...heading, name })
    const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
    const isAsBefore = async () => {
      await waitForPath(page, '/members')
      await layer.waitFor({ state: 'detached' })
      await expect.poll(async () => Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(10)
      await expect.poll(() => page.title()).toContain('Members')
    }
    // For a moment after going back, navigation is blocked, so a click may be ignored.
    const openIt = () =>
      waitFor('the member to open', async () => {
        await names
          .nth(12)
          .click({ timeout: 500 })
          .catch(() => undefined)
        return (await layer.count()) === 1
      })

    await openIt()
    await title.waitFor()
    await waitForPath(page, `${path}#!open`)
    await expect.poll(() => isFocused(title)).toBe(true)
    await expect.poll(() => page.title()).toContain(name)
    // Another section stays in the overlay, and the browser's back button returns to the first section.
    const sections = layer.getByRole('navigation', { name: `${name}’s activity` })
    await sections.getByRole('link', { name: 'Upvotes' }).click()
    await waitForPath(page, `${path}?section=Upvotes#!open`)
    await expect.poll(() => sections.locator('[aria-current]').allTextContents()).toEqual(['Upvotes'])
    await page.goBack()
    await expect.poll(() => sections.locator('[aria-current]').allTextContents()).toEqual(['Interactions'])
    await layer.getByRole('link', { name: 'Members', exact: true }).click()
    await isAsBefore()
    await expect.poll(() => isFocused(names.nth(12))).toBe(true)

    await openIt()
    await title.waitFor()
    // Escape closes only the dialog first, then the overlay.
    await layer.getByRole('button', { name: /followers?$/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await title.waitFor()
    await page.keyboard.press('Escape')
    await isAsBefore()

    await openIt()
    await title.waitFor()
    await page.goBack()
    await isAsBefore()

    if (where === 'a desk') {
      const tab = context.waitForEvent('page')
      await names.nth(12).click({ modifiers: ['ControlOrMeta'] })
      await expect.poll(async () => new URL((await tab).url()).pathname).toBe(path)
      expect(await layer.count()).toBe(0)
    }

    await openIt()
    await title.waitFor()
    await page.reload()
    await page.getByRole('heading', { ...heading, name }).waitFor()
    await waitForPath(page, path)
    expect(await layer.count()).toBe(0)
  },
)

it('opens one’s own page as a page, not over the list', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/members?search=helen+marsh')
  await page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Helen Marsh' }).click()
  await waitForPath(page, '/profile')
  expect(await page.locator('[data-top-layer]').count()).toBe(0)
})

it('follows a member, shows who else does, and undoes it (ANALYTICS-follow, ANALYTICS-unfollow, ENUM-referral_source-followers-modal, ENUM-referral_source-following-modal, ENUM-referral_source-member_directory, ENUM-referral_source-member_page, ENUM-referral_source-member_connections_unit, UI-section-label-member_connections_unit, DECISION-referral-modal-values)', async () => {
  await testServer.sql('delete from user_follows')
  await testServer.sql('insert into user_follows (user_id, followed_user_id) values ($1, $2)', [marcus, priya])
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/members/${priya}`)
  await page.getByRole('button', { name: 'Follow Priya Raman' }).click()
  await page.getByRole('button', { name: '2 followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers of Priya Raman' })
  await dialog.getByRole('link', { name: 'Helen Marsh' }).waitFor()
  await dialog.getByRole('button', { name: 'Follow Marcus Oyelaran' }).click()
  await dialog.getByRole('button', { name: 'Following Marcus Oyelaran' }).waitFor()
  await dialog.getByRole('link', { name: 'Marcus Oyelaran' }).click()
  await page.getByRole('heading', { ...heading, name: 'Marcus Oyelaran' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await open(`/members/${priya}`)
  await page.getByRole('button', { name: 'Following Priya Raman' }).click()
  await page.getByRole('button', { name: '1 follower' }).waitFor()
  await waitFor('both to be counted once', async () => {
    const counted = await testServer.sql<{ key: string }>(
      `select key from analytics_events where key in ('follow', 'unfollow') and data ->> 'user_id' = $1 order by key`,
      [String(priya)],
    )
    return counted.map(({ key }) => key).join() === 'follow,unfollow'
  })
  // Leaving the page at once would cancel the analytics request, so wait for it.
  const follow = async (button: Locator) => {
    const response = page.waitForResponse(
      (response) => /analytics-event/.test(response.url()) && response.request().postDataJSON().key === 'follow',
    )
    await button.click()
    await response
  }
  await open('/members')
  await follow(
    page
      .getByRole('region', { name: 'Suggested members' })
      .getByRole('button', { name: /^Follow / })
      .first(),
  )
  await page
    .getByRole('region', { name: 'Suggested members' })
    .getByRole('button', { name: /^Following / })
    .waitFor()
  await follow(page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Follow Camille Dufour' }))
  await open(`/members/${marcus}`)
  await page.getByRole('button', { name: /following$/ }).click()
  await follow(
    page
      .getByRole('dialog', { name: 'Followed by Marcus Oyelaran' })
      .getByRole('button', { name: 'Follow Priya Raman' }),
  )
  await waitFor('each place to be named', async () => {
    const named = await testServer.sql<{ source: string }>(
      `select distinct data ->> 'referral_source' as source from analytics_events where key = 'follow' order by 1`,
    )
    return (
      named.map(({ source }) => source).join() ===
      'followers_modal,following_modal,member_connections_unit,member_directory,member_page'
    )
  })
  const sectionsOf = (source: string) =>
    testServer.sql(
      `select distinct data ->> 'section' as section, data ->> 'section_label' as label from analytics_events
       where key = 'follow' and data ->> 'referral_source' = $1`,
      [source],
    )
  expect(await sectionsOf('member_connections_unit')).toEqual([
    { section: 'member_connections_unit', label: 'Discussions' },
  ])
  expect(await sectionsOf('member_directory')).toEqual([{ section: 'members', label: 'Members' }])
})

it('shows interactions and upvotes, and takes an unknown section for the first (ROUTE-member-interactions, ROUTE-member-upvotes, DECISION-section-parameter, DECISION-members-sid)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/members/${priya}?section=Nonsense`)
  const sections = page.getByRole('navigation', { name: 'Priya Raman’s activity' })
  await expect
    .poll(() => sections.getByRole('link', { name: 'Interactions' }).getAttribute('aria-current'))
    .toBe('page')
  await page
    .getByRole('heading', { level: 2, name: /Outside counsel/ })
    .first()
    .waitFor()
  await sections.getByRole('link', { name: 'Upvotes' }).click()
  await page.waitForURL(/section=Upvotes/)
  await expect.poll(() => sections.locator('[aria-current]').allTextContents()).toEqual(['Upvotes'])
})

it('reports a member to staff and offers to write, where the chat lists allow it', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/members/${priya}`)
  await expect
    .poll(() => page.getByRole('link', { name: 'Send a message' }).getAttribute('href'))
    .toBe(`/inbox?to=${priya}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Report to staff' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('textbox', { name: 'What should staff know?' }).fill('Asked me for an unpublished figure.')
  await page.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByRole('heading', { name: 'Sent to staff' }).waitFor()
  await expect
    .poll(() => testServer.sql(`select 1 from reports where type = 'member' and content_id = $1`, [priya]))
    .toHaveLength(1)
})

it('has no page of whom the directory does not reach, and leads to one’s own (threat 1)', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(demoMembers.member)
  for (const id of [samuel, 9_007_199_254_740]) {
    await open(`/members/${id}`)
    await page.getByRole('heading', { ...heading, name: 'This profile isn’t available' }).waitFor()
  }
  expect(await open('/members/ada')).toBe(404)
  await open(`/members/${helen}`)
  await page.waitForURL(/\/profile$/)
  await page.getByRole('heading', { ...heading, name: 'Helen Marsh' }).waitFor()
})

it('changes one’s own profile in its place, with one sentence for what does not fit (ROUTE-profile, UI-section-label-profile, FEATURE-profile-settings-membership)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile')
  await page.getByRole('button', { name: 'Edit bio' }).click()
  await page.getByRole('textbox', { name: 'Bio' }).fill('x'.repeat(2_001))
  // Other forms cannot be opened now: they would replace this one and its text.
  expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: '2,001 characters long. The limit is 2,000' }).waitFor()
  await page.getByRole('textbox', { name: 'Bio' }).fill('Reads the dispute clause first.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Reads the dispute clause first.').waitFor()
  await waitFor('the focus to come back', () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Edit bio'),
  )

  await page.getByRole('button', { name: 'Edit name and location' }).click()
  const form = page.getByRole('form', { name: 'Name, title, and location' })
  await form.getByRole('textbox', { name: 'X or Twitter' }).fill('example.com/helen')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByRole('alert').filter({ hasText: 'Enter the address of an X (Twitter) profile' }).waitFor()
  await form.getByRole('textbox', { name: 'X or Twitter' }).fill('x.com/helen')
  await form.getByRole('textbox', { name: 'Pronouns', description: 'Such as she/her' }).fill('they/them')
  await form.getByRole('combobox', { name: 'City' }).fill('Geneva')
  await expect.poll(() => form.getByRole('textbox', { name: 'Country' }).inputValue()).toBe('Switzerland')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  // The form contains this text too, so wait until it is closed.
  await form.waitFor({ state: 'detached' })
  await page.getByText('Geneva, Switzerland').waitFor()
  await page.getByText('they/them', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Edit expertise' }).click()
  const interest = page.getByRole('combobox', { name: 'Interests' })
  await interest.fill('Sailing')
  await page.getByRole('button', { name: 'Remove Sailing' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('definition').filter({ hasText: 'Sailing' }).waitFor()
})

it('adds what was typed before its list had come', async () => {
  const { page, open } = await stage.member(demoMembers.peer)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/graphql/interests', async (route) => {
    await held.promise
    await route.continue()
  })
  await open('/profile')
  await page.getByRole('button', { name: 'Edit expertise' }).click()
  await page.getByRole('combobox', { name: 'Interests' }).fill('Sailing')
  held.resolve()
  await page.getByRole('button', { name: 'Remove Sailing' }).waitFor()
})

it('asks once a year whether the profile holds, and can be put off', async () => {
  await testServer.sql(`update users set next_profile_update_date = now() - interval '1 day' where id = $1`, [marcus])
  const { page, open } = await stage.member(demoMembers.peer, PHONE)
  await open('/profile')
  await page.getByRole('button', { name: 'Remind me later' }).click()
  await page.getByRole('heading', { name: 'Is your profile up to date?' }).waitFor({ state: 'detached' })
  const [row] = await testServer.sql<{ days: number }>(
    `select round(extract(epoch from next_profile_update_date - now()) / 86400)::integer as days from users where id = $1`,
    [marcus],
  )
  expect(row!.days).toBe(30)
})

it('draws a map of its own, keeps a search, and suggests others on demand', async () => {
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== testServer.url) foreign.push(request.url())
  })
  await open('/members')
  const unit = page.getByRole('region', { name: 'Suggested members' })
  const first = await unit.getByRole('link').first().innerText()
  await unit.getByRole('button', { name: 'Show new suggestions' }).click()
  await unit.getByRole('link', { name: first }).waitFor({ state: 'detached' })
  await unit.getByRole('button', { name: 'Start over' }).click()
  await unit.getByRole('link', { name: first }).waitFor()
  await page.getByRole('button', { name: 'Map' }).click()
  await page.getByRole('button', { name: /^Houston, United States/ }).press('Enter')
  await page.waitForURL(/city_location=Houston/)
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('textbox', { name: 'Name of this search' }).fill('Houston')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('list', { name: 'Saved searches' })
    .getByRole('button', { name: 'Houston', exact: true })
    .waitFor()
  expect(foreign).toEqual([])
})

it('lists the latest replies beside a profile, never private ones, and opens them', async () => {
  const replies = await testServer.sql<{ id: number; thread_id: number }>(
    `select m.id, m.thread_id from messages m where m.sender_id = $1 and m.visible and not m.is_private
       and not m.is_original_message and m.thread_id in (
         select t.thread_id from thread_peer_networks t join peer_network_memberships h using (peer_network_id)
         where h.user_id = $2)
     order by m.order_date desc, m.id desc limit 3`,
    [marcus, helen],
  )
  await insertMessage(testServer, { thread: replies[0]!.thread_id, sender: marcus!, readers: [helen!] })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/members/${marcus}`)
  const links = page
    .locator('section', { has: page.getByRole('heading', { name: 'Recent answers' }) })
    .getByRole('link')
  await links.first().waitFor()
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    replies.map(({ id, thread_id }) => `/feed/${thread_id}#message-${id}`),
  )
  await links.first().click()
  await page.locator(`[data-top-layer] #message-${replies[0]!.id}`).waitFor()
})
