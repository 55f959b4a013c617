import { DEFAULT_THEME, isTheme, type ThemeName } from '#shared/networks.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { appliedTheme } from '#web/platform/session/theme.ts'

/** An invitation or a trial brings the theme of its network, which the page did not know when it was asked for. */
export function useShownTheme(): ThemeName {
  const { theme: fromPage } = usePageProps()
  const theme = appliedTheme.use() ?? fromPage
  return isTheme(theme) ? theme : DEFAULT_THEME
}
