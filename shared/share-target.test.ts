import { expect, test } from 'vitest'
import { readSharedLink } from '#shared/share-target.ts'

const read = (query: string) => readSharedLink(new URLSearchParams(query))

test('reads title, text and address', () => {
  expect(read('shared_title=A+ruling&shared_text=Worth+a+look&shared_url=https%3A%2F%2Fcourt.test%2F7')).toEqual({
    title: 'A ruling',
    text: 'Worth a look',
    url: 'https://court.test/7',
  })
})

test('finds the address in the text, and says nothing twice', () => {
  expect(read('shared_text=A+ruling+https%3A%2F%2Fcourt.test%2F7&shared_title=A+ruling')).toEqual({
    title: 'A ruling',
    text: '',
    url: 'https://court.test/7',
  })
})

test('takes no address that is not of the web, and nothing from other parameters', () => {
  expect(read('shared_url=javascript%3Aalert(1)')).toEqual({ title: '', text: '', url: null })
  expect(read('search=dpa')).toBe(null)
})
