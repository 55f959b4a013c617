import { expect, it, vi } from 'vitest'
import { createEmitter, createStore } from '#web/kit/store.ts'

it('tells its subscribers of each new value, and of an equal one nobody', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
  store.update((now) => now + 1)
  expect(store.get()).toBe(2)
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  store.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
})

it('emits to everybody, also when one unsubscribes meanwhile', () => {
  const emitter = createEmitter<string>()
  const heard: string[] = []
  const unsubscribe = emitter.subscribe((event) => {
    heard.push(`first ${event}`)
    unsubscribe()
  })
  emitter.subscribe((event) => heard.push(`second ${event}`))
  emitter.emit('one')
  emitter.emit('two')
  expect(heard).toEqual(['first one', 'second one', 'second two'])
})
