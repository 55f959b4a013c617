export const root: string
export const node: string
export const flags: string[]
export function environment(mode: 'production' | 'development'): Record<string, string | undefined>
export function install(): void
export function hand(script: string, parameters: readonly string[]): void
