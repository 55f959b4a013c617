export const root: string
export const node: string
export const flags: string[]
/** Without what this process was given; the compile cache of `folder`. */
export function ownEnvironment(mode: 'production' | 'development', folder?: string): Record<string, string>
export function environment(mode: 'production' | 'development'): Record<string, string | undefined>
export function install(): void
export function hand(script: string, parameters: readonly string[]): void
