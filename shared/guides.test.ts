import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GUIDE_PLACES, guideProblem, guideValues, placeOf, selectorOf } from './guides.ts'

const topic = (more: object = {}) => ({ name: 'Arbitration', peer_network_id: null, ...more })

describe('places of tours', () => {
  it('are on pages', () => {
    const pages = globSync('web/features/**/*.tsx')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const missing = Object.keys(GUIDE_PLACES).filter((place) => !pages.includes(`guide="${place}"`))
    expect(missing).toEqual([])
  })

  it('are kept as selectors that name nothing else', () => {
    expect(placeOf(selectorOf('ask'))).toBe('ask')
    for (const other of ['*', '[data-guide="ask"] a', 'body', '[data-guide="a"],*'])
      expect(placeOf(other)).toBeUndefined()
  })
})

describe('the values of a guide', () => {
  it('are those of its kind, trimmed; what is empty is null, or no words', () => {
    expect(guideValues('topic', { ...topic({ name: '  Arbitration ' }), id: 7, enabled: false })).toEqual(topic())
    expect(guideValues('alert', { title: 'x', description: '', link: ' ' })).toEqual({
      title: 'x',
      description: '',
      link: null,
      link_label: null,
    })
  })

  it('need what the kind needs, and fit', () => {
    expect(guideProblem('topic', topic())).toBeUndefined()
    expect(guideProblem('topic', topic({ name: '' }))).toMatchObject({ field: 'name' })
    expect(guideProblem('topic', topic({ name: 7 }))).toMatchObject({ field: 'name' })
    expect(guideProblem('topic', topic({ peer_network_id: 'all' }))).toMatchObject({ field: 'peer_network_id' })
    // Length counts code points, as members count: this letter is one character, though two UTF-16 units.
    expect(guideProblem('topic', topic({ name: '𝒶'.repeat(100) }))).toBeUndefined()
  })

  it('refuse steps of a tour that are not what the form makes', () => {
    const tour = (items: unknown) =>
      guideProblem('tour', { name: 'x', completion_button_text: 'x', skip_button_text: 'x', items })
    const step = { selector: selectorOf('ask'), description: 'Ask here.' }
    expect(tour([step])).toBeUndefined()
    for (const items of [
      null,
      'ask',
      [],
      [null],
      [{ ...step, selector: [step.selector] }],
      [{ ...step, description: 7 }],
    ])
      expect(tour(items)).toMatchObject({ field: 'items' })
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil', 'javascript:alert(1)', '/a b', '/a\tb'])(
    'never lead to %j',
    (link) => {
      const alert = { title: 'x', description: 'y', link, link_label: 'See' }
      expect(guideProblem('alert', alert)).toMatchObject({ field: 'link' })
    },
  )
})
