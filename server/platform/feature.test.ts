import { describe, expect, it } from 'vitest'
import type { AppContext } from './app-context.ts'
import { defineFeature, definePart, followersOf, startParts, type ScheduledJob } from './feature.ts'

const context = { secret: 'of the context' } as AppContext
const work = async () => 0
const part = (name: string, job: string) => definePart({ name, jobs: () => ({ [job]: work }) })

describe('parts of the server', () => {
  it('make their services once, and each part is given its own', async () => {
    let made = 0
    const given: unknown[] = []
    const one = defineFeature({
      name: 'one',
      level: 'ground',
      services: ({ secret }) => ({ made: (made += 1), secret }),
      actions: (_context, services) => (given.push(services), { doOne: work }),
      jobs: (_context, services) => (given.push(services), { 'one:sweep': work }),
      routes: (_app, _context, services) => given.push(services),
    })
    const started = startParts([one, part('other', 'other:sweep')], context)
    await started.registerRoutes(undefined as never)
    expect(given).toEqual(Array.from({ length: 3 }, () => ({ made: 1, secret: 'of the context' })))
    expect(Object.keys(started.jobs)).toEqual(['one:sweep', 'other:sweep'])
    expect(Object.keys(started.actions)).toEqual(['doOne'])
  })

  it('may not bring a job, an action or a link that another has', () => {
    expect(() => startParts([part('one', 'a:sweep'), part('other', 'a:sweep')], context)).toThrow(
      'The job a:sweep belongs to one and to other.',
    )
    const acting = (name: string) => definePart({ name, actions: () => ({ doIt: work }) })
    expect(() => startParts([acting('one'), acting('other')], context)).toThrow('The action doIt belongs to one')
    const linked = (name: string) => definePart({ name, links: () => ({ '/invite/': work }) })
    expect(() => startParts([linked('one'), linked('other')], context)).toThrow('The link /invite/ belongs to one')
  })

  it('may schedule only jobs that exist', () => {
    const scheduled = (line: ScheduledJob) => definePart({ name: 'clock', schedule: [line] })
    const started = startParts([part('one', 'a:sweep'), scheduled('17 3 * * * a:sweep')], context)
    expect(started.schedule).toBe('17 3 * * * a:sweep')
    expect(() => startParts([scheduled('17 3 * * * a:sweep')], context)).toThrow('clock schedules a:sweep')
  })

  it('may follow a signal only with jobs that exist, and several may follow one', () => {
    const one = definePart({ name: 'one', followers: { 'a.made': ['a:tell'] } })
    const other = definePart({ name: 'other', followers: { 'a.made': ['a:index'], 'a.gone': ['a:index'] } })
    expect(followersOf([one, other])).toEqual({ 'a.made': ['a:tell', 'a:index'], 'a.gone': ['a:index'] })
    expect(() => startParts([one, part('a', 'a:index')], context)).toThrow('one follows a signal with a:tell')
  })
})
