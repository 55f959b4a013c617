/** Short messages at the edge of the page. Never the only record of a failure. */
import { useSyncExternalStore } from 'react'

export const TOAST_TIMEOUT_MS = 5_000
export type ToastVariant = 'success' | 'error' | 'info'
export interface Toast {
  id: number
  variant: ToastVariant
  title: string
  text: string | undefined
  /** One thing that can be done about it, such as undoing it. */
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

let toasts: readonly Toast[] = []
let lastId = 0
const clocks = new Map<number, Clock>()
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function add(variant: ToastVariant, title: string, text?: string, act?: ToastAction): number {
  const id = ++lastId
  clocks.set(id, { timer: undefined, endsAt: 0, left: TOAST_TIMEOUT_MS })
  change([...toasts, { id, variant, title, text, act }])
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
  change(toasts.filter((each) => each.id !== id))
}

/** Someone is reading it: the clock stands still. */
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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const NONE: readonly Toast[] = []
export const currentToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, currentToasts, () => NONE)
