import { counted } from '#shared/kit/text.ts'

/** A position in a video: "18:24", "1:02:09". */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** What a screen reader says: "18 minutes 24 seconds". */
export function spokenClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return `${counted(minutes, 'minute')} ${counted(rest, 'second')}`
}
