import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import ExternalLinks from './ExternalLinks.tsx'

type Networks = Parameters<typeof ExternalLinks>[0]['networks']

const linked = (...networks: object[]) => {
  const html = renderToStaticMarkup(<ExternalLinks networks={networks as unknown as Networks} />)
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
}

test('links to the jobs and discounts of the network, and leaves out what it switched off (FEATURE-jobs-discounts)', () => {
  expect(linked({ url_jobs: 'jobs.test', url_discounts: 'less.test' })).toEqual([
    'https://jobs.test',
    'https://less.test',
  ])
  expect(linked({ url_jobs: 'jobs.test', url_discounts: null, main_menu_visibility: { jobs: false } })).toEqual([])
})

test('a member of two networks has the link of the one that shows it (STAFF-network-menu-visibility)', () => {
  const off = { url_jobs: 'off.test', main_menu_visibility: { jobs: false } }
  expect(linked(off, { url_jobs: 'jobs.test', main_menu_visibility: {} })).toEqual(['https://jobs.test'])
  expect(linked(off, { url_jobs: 'jobs.test', main_menu_visibility: { jobs: false } })).toEqual([])
})
