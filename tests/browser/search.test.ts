import path from 'node:path'
import { expect, it } from 'vitest'
import { pdfOf } from '#database/seed/file-forms.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { cast } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { PHONE, arrivesAt, openStage } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const helen = await house.member(cast.member)
const marcus = await house.member(cast.peer)
const { id } = await putThread(house, { author: helen.id, networks: [legal], topic: 'Keeping quokkas' })
const answer = await putMessage(house, { thread: id, sender: marcus.id, body: 'Ours live behind the numbat house.' })
await putMessage(house, { thread: id, sender: marcus.id, body: 'And a kinkajou.', readers: [marcus.id, helen.id] })
const { id: papers } = await putThread(house, { author: helen.id, networks: [legal], topic: 'Papers of the zoo' })
const filed = await putMessage(house, { thread: papers, sender: marcus.id, body: 'Attached.' })
const key = await localBlobs(path.join(house.config.dataDir, 'files')).put(pdfOf(['Of the kookaburra', 'it is said']))
await house.sql(
  `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'Aviary rules.pdf', 'application/pdf', 1, $2)`,
  [filed, key],
)
await house.sql("select from graphile_worker.add_job('search:index')")
await house.runJobs()

it('finds a reply by its words, marks them, and leads to it (ROUTE-braintrust, UI-section-label-global-search, DECISION-all-results-pages, DECISION-search-section-values)', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/braintrust')
  await page.getByRole('heading', { name: 'Braintrust', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('numbats from:marcus')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await arrivesAt(page, '/braintrust?q=numbats+from%3Amarcus')
  await page.getByText('1 discussion').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['numbat'])
  await page.getByRole('link', { name: 'All discussions' }).click()
  await arrivesAt(page, /s=threads/)
  await page.getByRole('heading', { name: 'Members', level: 2 }).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator('[aria-label="Sections of the results"] [aria-current]').allTextContents())
    .toEqual(['Discussions'])
  await page.getByRole('link', { name: 'Keeping quokkas' }).click()
  await arrivesAt(page, new RegExp(`^/feed/${id}#.*${answer}`))
})

it('finds nothing of what others said in private, and says what else one may try', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/braintrust?q=kinkajou')
  await page.getByRole('heading', { name: 'No discussion has this' }).waitFor()
  await open('/braintrust?q=numbat+of+unheard+words')
  await page.getByRole('link', { name: 'Look for some of the words' }).click()
  await page.getByRole('link', { name: 'Keeping quokkas' }).waitFor()
})

it('suggests what one searched for before, by keyboard', async () => {
  const { page, open } = await stage.member(cast.billing)
  await house.sql(
    `insert into searches (user_id, search_section, query) select id, 'threads', 'numbat house' from users where email = $1`,
    [cast.billing],
  )
  await open('/braintrust')
  await page.getByRole('combobox', { name: 'Search', exact: true }).click()
  await page.getByRole('option', { name: 'numbat house searched before' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/braintrust?q=numbat+house')
})

it('suggests in the strip of every page, after Ctrl K: peers of one’s discipline, and where to look', async () => {
  const { page, open } = await stage.member(cast.billing)
  await house.sql(
    `insert into searches (user_id, search_section, query) select id, 'threads', 'quokka licences' from users where email = any($1)`,
    [[cast.member, cast.peer, cast.groupAdmin]],
  )
  await open('/members')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('quok')
  await page.getByRole('option', { name: 'quokka licences searched by peers' }).waitFor()
  await expect
    .poll(() => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').allTextContents())
    .toEqual(['quokka licences searched by peers', 'quok in discussions', 'quok in members', 'quok in experts'])
  await page.keyboard.press('Escape')
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'quok in discussions' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/braintrust?q=quok&s=experts')
  await page.getByText('No expert has this.').waitFor()
})

it('finds a reply by what stands in its file, and says which', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/braintrust?q=kookaburras')
  await page.getByText('Aviary rules.pdf').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['kookaburra'])
  await page.getByRole('link', { name: 'Papers of the zoo' }).click()
  await arrivesAt(page, new RegExp(`^/feed/${papers}#.*${filed}`))
})

it('meets a word typed wrongly by what may have been meant', async () => {
  const { page, open } = await stage.member(cast.billing, PHONE)
  await open('/braintrust?q=kookabura&s=threads')
  await page.getByText('No discussion has “kookabura”.').waitFor()
  await page.getByText('Aviary rules.pdf').waitFor()
  await page.getByRole('link', { name: 'kookaburra', exact: true }).click()
  await arrivesAt(page, '/braintrust?q=kookaburra&s=threads')
  await page.getByText('1 discussion').waitFor()
})

it('writes what is chosen into the search, and takes it out again', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/braintrust?q=numbat&s=threads')
  await page.getByText('1 discussion').waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Polls')
  await arrivesAt(page, '/braintrust?q=numbat+type%3Apoll&s=threads')
  await page.getByRole('heading', { name: 'No discussion has this' }).waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Any kind')
  await arrivesAt(page, '/braintrust?q=numbat&s=threads')
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Past month')
  await arrivesAt(page, /q=numbat\+after%3A\d{4}-\d\d-01&s=threads/)
  await page.getByText('1 discussion').waitFor()
})

it('leads to members and experts with where it led from, and back (RULE-search-context-params, UI-back-label-braintrust)', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/braintrust?q=oyelaran+marcus')
  const member = page.getByRole('link', { name: 'Marcus' }).first()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql/profile'))
  await member.click()
  await sent
  await arrivesAt(page, `/members/${marcus.id}?s=members&sid=${marcus.id}`)
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/api/tracking/analytics-event') && request.postDataJSON().key === 'follow',
  )
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  expect((await counted).postDataJSON()).toMatchObject({
    key: 'follow',
    data: { s: 'members', sid: String(marcus.id) },
  })
  await page.getByRole('link', { name: 'Braintrust' }).click()
  await arrivesAt(page, '/braintrust?q=oyelaran+marcus')
})

it('leads back to what was found where nothing else is known of the way (RULE-search-context-params)', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open(`/members/${marcus.id}?s=members&sid=${marcus.id}`)
  await page.getByRole('link', { name: 'Braintrust' }).click()
  await arrivesAt(page, `/braintrust?s=members&sid=${marcus.id}`)
  await page.locator(`a[href="/members/${marcus.id}?s=members&sid=${marcus.id}"]`).waitFor()
  const [expert] = await house.sql<{ id: number }>(
    'select id from experts where merged_into is null and mention_count > 0 order by mention_count desc, id limit 1',
  )
  const other = await stage.member(cast.billing)
  await other.open(`/experts/${expert!.id}?s=experts&sid=${expert!.id}`)
  await other.page.getByRole('link', { name: 'Braintrust' }).click()
  await arrivesAt(other.page, `/braintrust?s=experts&sid=${expert!.id}`)
  await other.page.locator(`a[href="/experts/${expert!.id}?s=experts&sid=${expert!.id}"]`).waitFor()
})
