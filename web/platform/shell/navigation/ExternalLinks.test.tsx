import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Membership } from '#web/platform/session/session.ts'
import ExternalLinks from './ExternalLinks.tsx'

const linked = (network: object) => {
  const html = renderToStaticMarkup(<ExternalLinks network={network as Membership['peer_network']} />)
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
}

test('links to the jobs and discounts of the network, and leaves out what it switched off (FEATURE-jobs-discounts)', () => {
  expect(linked({ url_jobs: 'jobs.test', url_discounts: 'less.test' })).toEqual([
    'https://jobs.test',
    'https://less.test',
  ])
  expect(linked({ url_jobs: 'jobs.test', url_discounts: null, main_menu_visibility: { jobs: false } })).toEqual([])
})
