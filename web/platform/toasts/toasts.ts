/** Toasts. Never the only record of a failure. */
import { createStore } from '#web/kit/store.ts'

export const TOAST_TIMEOUT_MS = 5_000
export type ToastVariant = 'success' | 'error' | 'info'
export interface Toast {
  id: number
  variant: ToastVariant
  title: string
  text: string | undefined
  /** One follow-up action, such as undo. */
  act: ToastAction | undefined
}

export interface ToastAction {
  label: string
  run: () => void
}

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined
  endsAt: number
  left: number
}

const toasts = createStore<readonly Toast[]>([])
let lastId = 0
const clocks = new Map<number, Clock>()

function add(variant: ToastVariant, title: string, text?: string, act?: ToastAction): number {
  // Equal ones are replaced, unless they have actions of their own.
  if (!act)
    for (const each of toasts.get()) if (each.title === title && each.text === text && !each.act) closeToast(each.id)
  const id = ++lastId
  clocks.set(id, { timer: undefined, endsAt: 0, left: TOAST_TIMEOUT_MS })
  toasts.update((now) => [...now, { id, variant, title, text, act }])
  resumeToast(id)
  return id
}

export const toast = {
  success: (title: string, text?: string, act?: ToastAction) => add('success', title, text, act),
  error: (title: string, text?: string, act?: ToastAction) => add('error', title, text, act),
  info: (title: string, text?: string) => add('info', title, text),
}

export function closeToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
  toasts.update((now) => now.filter((each) => each.id !== id))
}

/** Pauses the timeout while the toast is hovered or focused. */
export function pauseToast(id: number): void {
  const clock = clocks.get(id)
  if (!clock?.timer) return
  clearTimeout(clock.timer)
  clock.timer = undefined
  clock.left = Math.max(0, clock.endsAt - Date.now())
}

export function resumeToast(id: number): void {
  const clock = clocks.get(id)
  if (!clock || clock.timer) return
  clock.endsAt = Date.now() + clock.left
  clock.timer = setTimeout(() => closeToast(id), clock.left)
}

export const currentToasts = toasts.get
export const useToasts = toasts.use
