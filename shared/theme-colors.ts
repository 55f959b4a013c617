/** The colors of each theme that are checked for contrast; a test compares them with the style sheet. */
import { contrastOf, rgbOf } from '#shared/kit/contrast.ts'
import type { ThemeName } from '#shared/networks.ts'

interface Pair {
  light: string
  dark: string
}
export interface ThemeColors {
  name: string
  plate: Pair
  accent: Pair
  spine: Pair
}

export const THEME_SHADES: Record<ThemeName, ThemeColors> = {
  legal: {
    name: 'Oxblood',
    spine: { light: '#2b1318', dark: '#1c0d10' },
    plate: { light: '#6c1a30', dark: '#44121f' },
    accent: { light: '#86203a', dark: '#ef9dab' },
  },
  cfo: {
    name: 'Ledger green',
    spine: { light: '#0f2820', dark: '#0a1a15' },
    plate: { light: '#174d38', dark: '#0f3526' },
    accent: { light: '#1a6145', dark: '#82cda8' },
  },
  executive: {
    name: 'Ink blue',
    spine: { light: '#131f36', dark: '#0c1424' },
    plate: { light: '#1f3d76', dark: '#182c55' },
    accent: { light: '#28509a', dark: '#9bb9f4' },
  },
  thesuite: {
    name: 'Bronze',
    spine: { light: '#1d1b1e', dark: '#121113' },
    plate: { light: '#4e380f', dark: '#33260c' },
    accent: { light: '#78540f', dark: '#dfb968' },
  },
}
/** `--on-accent` and `--sheet`. */
const ON_ACCENT: Pair = { light: '#ffffff', dark: '#14171a' }
const SHEET: Pair = { light: '#fcfdfc', dark: '#14171a' }

const between = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other))

/** What is checked about a theme, in words, with the contrast. */
export function themeContrasts(theme: ThemeName): { label: string; contrast: number }[] {
  const { accent, plate } = THEME_SHADES[theme]
  return [
    { label: 'Text on buttons', contrast: between(ON_ACCENT.light, accent.light) },
    { label: 'Text on buttons, dark', contrast: between(ON_ACCENT.dark, accent.dark) },
    { label: 'Links on the page', contrast: between(accent.light, SHEET.light) },
    { label: 'Links on the page, dark', contrast: between(accent.dark, SHEET.dark) },
    { label: 'Network name', contrast: between('#ffffff', plate.light) },
  ]
}
