import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmForm, type ConfirmFormProps } from './ConfirmForm.tsx'

const html = (more: Partial<ConfirmFormProps> = {}) =>
  renderToStaticMarkup(
    <ConfirmForm question="Remove this reply?" confirm="Remove" onConfirm={() => {}} onCancel={() => {}} {...more} />,
  )

test('asks as a dialog that is named by its question, with the way out beside it', () => {
  const shown = html()
  const [, id] = /role="alertdialog" aria-labelledby="([^"]+)"/.exec(shown) ?? []
  expect(shown).toMatch(new RegExp(`id="${id}"[^>]*>Remove this reply\\?`))
  expect(shown).toMatch(/<button type="submit"[^>]*>Remove</)
  expect(shown).toMatch(/<button type="button"[^>]*>Cancel</)
  expect(shown).not.toContain('<input')
})

test('asks for a reason where there has to be one', () => {
  const shown = html({ reason: { label: 'Reason (recorded)', max: 200 } })
  expect(shown).toMatch(/<label[^>]*>Reason \(recorded\)</)
  expect(shown).toMatch(/<input[^>]*maxLength="200"/)
})

test('keeps the focus while it is pending, and says why it was refused', () => {
  const shown = html({ isPending: true, problem: 'You’re offline.' })
  expect(shown).toMatch(/<button type="submit"[^>]*aria-disabled="true"/)
  expect(shown).not.toContain(' disabled=""')
  expect(shown).toMatch(/role="alert"[^>]*>You’re offline\.</)
})
