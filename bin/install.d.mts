export const root: string
export const node: string
export const flags: string[]
/** The compile cache is that of `folder`, by default of this checkout. */
export function environment(mode: 'production' | 'development', folder?: string): Record<string, string>
export function install(): void
export function hand(script: string, parameters: readonly string[]): void
