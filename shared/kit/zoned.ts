/** Parts of a day as a zone has it, in American English. Each format is made once, because making one takes 30 µs. */
const formats = new Map<string, Intl.DateTimeFormat>()

export function inZone(value: string, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })))
  return format.format(new Date(value))
}

export const dayNumber = (at: string, zone: string) => inZone(at, zone, { day: 'numeric' })
/** "Dec". */
export const shortMonth = (at: string, zone: string) => inZone(at, zone, { month: 'short' })
