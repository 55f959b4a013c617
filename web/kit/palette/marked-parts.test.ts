import { describe, expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

describe('marked parts', () => {
  it('are the beginnings of words, whatever their case and accents', () => {
    expect(markedParts('Subprocessor notice', 'subproc')).toEqual(['', 'Subproc', 'essor notice'])
    expect(markedParts('Tomás Villaseñor', 'tomas villasen')).toEqual(['', 'Tomás', ' ', 'Villaseñ', 'or'])
    expect(markedParts('No vendor', 'ndor')).toEqual(['No vendor'])
  })
  it('leave out common words, unless only these were typed', () => {
    expect(markedParts('What you keep', 'how long do you keep')).toEqual(['What you ', 'keep', ''])
    expect(markedParts('Who we are', 'who')).toEqual(['', 'Who', ' we are'])
  })
  it('are none for one letter, and none without a text', () => {
    expect(markedParts('An answer', 'a')).toEqual(['An answer'])
    expect(markedParts('An answer', '')).toEqual(['An answer'])
  })
})
