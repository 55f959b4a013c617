import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useCommand, type Command, type CommandOptions } from '#web/platform/forms/use-command.ts'
import { closeToast, currentToasts } from '#web/platform/toasts/toasts.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
})

const KEY = ['shown']
const refusal = new ApiError('That name is taken.', { kind: 'bad_request', field: 'name' })
const titles = () => currentToasts().map(({ title }) => title)

/** The command of a component that rendered once. */
function commandOf<Data>(
  work: (input: string) => Promise<Data>,
  options?: CommandOptions<Data, string>,
  client = new QueryClient(),
) {
  client.setQueryData(KEY, 'old')
  const commands: Command<Data, string>[] = []
  function Probe() {
    commands.push(useCommand(work, options))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  return { client, run: commands[0]!.run, isStale: () => client.getQueryState(KEY)?.isInvalidated }
}

/** Work that stays pending until the test ends it. */
function held() {
  const inputs: string[] = []
  const ends: (() => void)[] = []
  const work = (input: string) => {
    inputs.push(input)
    return new Promise<string>((resolve) => ends.push(() => resolve(`done ${input}`)))
  }
  return { work, inputs, end: () => ends.splice(0).forEach((each) => each()) }
}

test('a second run while one is pending does nothing; after it the next one counts', async () => {
  const { work, inputs, end } = held()
  const { run } = commandOf(work)
  const first = run('a')
  expect(await run('b')).toBeUndefined()
  await expect.poll(() => inputs).toEqual(['a'])
  end()
  expect(await first).toBe('done a')
  const second = run('c')
  await expect.poll(() => inputs).toEqual(['a', 'c'])
  end()
  await second
})

test('switches that share a command all count', async () => {
  const { work, inputs, end } = held()
  const { run } = commandOf(work, { mayOverlap: true })
  const both = [run('a'), run('b')]
  await expect.poll(() => inputs).toEqual(['a', 'b'])
  end()
  expect(await Promise.all(both)).toEqual(['done a', 'done b'])
})

test('commands of one scope are sent in the order of the choices, and one that fails does not stop the next', async () => {
  const { work, inputs, end } = held()
  const { client, run } = commandOf(work, { mayOverlap: true, scope: 'choice' })
  const other = commandOf(
    (input) => {
      inputs.push(`other ${input}`)
      return Promise.reject(refusal)
    },
    { scope: 'choice' },
    client,
  )
  const all = [run('a'), other.run('b'), run('c')]
  await expect.poll(() => inputs).toEqual(['a'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(inputs).toEqual(['a'])
  end()
  await expect.poll(() => inputs).toEqual(['a', 'other b', 'c'])
  end()
  expect(await Promise.all(all)).toEqual(['done a', undefined, 'done c'])
})

test('says that it worked and asks again for what is shown', async () => {
  const seen: string[] = []
  const { run, isStale } = commandOf(async (input) => input.length, {
    invalidate: [KEY],
    success: (length, input) => `${input} has ${length}`,
    onSuccess: (length) => seen.push(String(length)),
  })
  expect(await run('four')).toBe(4)
  expect(titles()).toEqual(['four has 4'])
  expect(seen).toEqual(['4'])
  expect(isStale()).toBe(true)
})

test('a refusal takes back what was shown, is said, and asks again too', async () => {
  const shown: string[] = []
  const { run, isStale } = commandOf(() => Promise.reject(refusal), {
    invalidate: [KEY],
    optimistic: (_, input) => {
      shown.push(input)
      return () => shown.pop()
    },
    success: 'Saved',
  })
  const running = run('new')
  expect(shown).toEqual(['new'])
  expect(await running).toBeUndefined()
  expect(shown).toEqual([])
  expect(titles()).toEqual(['That name is taken.'])
  expect(isStale()).toBe(true)
})

test('a screen that says it itself is given the error and no toast appears', async () => {
  const told: [string | undefined, string][] = []
  const { run } = commandOf(() => Promise.reject(refusal), {
    onError: (error, input) => told.push([error.field, input]),
  })
  await run('x')
  const silent = commandOf(() => Promise.reject(refusal), { onError: 'show' })
  await silent.run('y')
  expect(told).toEqual([['name', 'x']])
  expect(titles()).toEqual([])
})

test('a fault of the page is no refusal: no message says that nothing was changed', async () => {
  const { run } = commandOf(() => Promise.reject(new TypeError('undefined is no function')))
  expect(await run('x')).toBeUndefined()
  expect(titles()).toEqual([])
})

test('is sent without a connection too, and never later, unasked', async () => {
  const { client, run } = commandOf(async () => 'sent')
  await run('x')
  const [mutation] = client.getMutationCache().getAll()
  expect(mutation?.options.networkMode).toBe('always')
  const throwOnError = mutation?.options as { throwOnError?: (error: Error) => boolean }
  expect(throwOnError.throwOnError?.(refusal)).toBe(false)
  expect(throwOnError.throwOnError?.(new TypeError('undefined'))).toBe(true)
})
