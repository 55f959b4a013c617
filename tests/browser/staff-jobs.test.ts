/** Staff see a failed job and retry it. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('shows a failed job with its error, retries it, and the state of the installation (STAFF-jobs)', async () => {
  await testServer.sql(
    `select graphile_worker.add_job('accounts:sweep', run_at => now() + interval '1 day', max_attempts => 2)`,
  )
  await testServer.sql(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'Error: the disk is full' where max_attempts = 2`,
  )
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/jobs')
  await page.getByText('Last migration').waitFor()
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await page.getByText('Error: the disk is full').waitFor()
  await expectAccessible(page, 'jobs and storage')
  await page.getByRole('button', { name: 'Retry accounts:sweep' }).click()
  await page.getByText('No jobs in this state.').waitFor()
})

it('is not found by members', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/jobs')).toBe(404)
})
