const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const SHORT = format({ month: 'short', day: 'numeric' })
const LONG = format({ month: 'long', day: 'numeric' })
const MONTH = format({ month: 'long' })

const at = (day: string) => new Date(`${day}T00:00:00Z`)
export const shortDay = (day: string): string => SHORT.format(at(day))
export const longDay = (day: string): string => LONG.format(at(day))
export const monthName = (month: string): string => MONTH.format(at(`${month.slice(0, 7)}-01`))
