import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '#web/kit/forms/Field.tsx'
import { changesOf, useForm, type FormOptions } from '#web/platform/forms/use-form.ts'

const initial = { title: 'Counsel', is_public: true }

/** The form object and its HTML after one render; `act` runs during that render. */
function drawn(options: Partial<FormOptions<typeof initial, unknown>>, act: 'nothing' | 'refuse' = 'nothing') {
  const forms: ReturnType<typeof useForm<typeof initial>>[] = []
  function Probe() {
    const form = useForm<typeof initial>({ initial, submit: async () => undefined, ...options })
    forms.push(form)
    // React renders again with the state that was set during the render.
    if (act === 'refuse' && !form.refusal) form.refuse('The title is too long.', 'title')
    return (
      <form {...form.props}>
        <Field label="Title" hint="As on your card." {...form.field('title')} />
        <p>{form.problem}</p>
      </form>
    )
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  return { form: forms.at(-1)!, html }
}

test('draws what was filled in, and nothing is wrong at first', () => {
  const { form, html } = drawn({})
  expect(html).toContain('value="Counsel"')
  expect(html).not.toContain('aria-invalid')
  expect(form.checkbox('is_public').checked).toBe(true)
  expect(form.native('title')).toEqual({ name: 'title', defaultValue: 'Counsel', problem: undefined })
  expect([form.isChanged, form.isPending, form.problem]).toEqual([false, false, undefined])
})

test('a refusal belongs to its field: described by it, and nowhere else', () => {
  const { form, html } = drawn({}, 'refuse')
  const id = /<p id="([^"]+-problem)" role="alert"[^>]*>The title is too long\./.exec(html)?.[1]
  expect(id).toBeDefined()
  expect(html).toMatch(
    new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${id}"[^>]*value="Counsel"`),
  )
  expect(form.problem).toBeUndefined()
})

test('a refusal of a field that the form does not show stands with the form', () => {
  const { form, html } = drawn({ fields: ['is_public'] }, 'refuse')
  expect(html).not.toContain('aria-invalid')
  expect(form.problem).toBe('The title is too long.')
})

test('knows what was changed', () => {
  expect(changesOf(initial, { title: 'Counsel', is_public: false })).toEqual({ is_public: false })
  expect(changesOf(initial, initial)).toEqual({})
})

test('sends what is filled in, and what is refused by the rules is not sent', async () => {
  const sent: unknown[] = []
  const done: unknown[] = []
  const options: Partial<FormOptions<typeof initial, unknown>> = {
    check: ({ title }) => (title === '' ? { field: 'title', message: 'Enter a title.' } : null),
    submit: async (values, changed) => sent.push([values, changed]),
    onDone: (count, values) => done.push([count, values]),
  }
  drawn({ ...options, initial: { title: '', is_public: true } }).form.submit()
  drawn(options).form.submit()
  await expect.poll(() => done).toEqual([[1, initial]])
  expect(sent).toEqual([[initial, {}]])
})
