import { DEFAULT_THEME, isTheme, type ThemeName } from '#shared/networks.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { appliedTheme } from '#web/platform/session/theme.ts'

/**
 * The current theme. An invitation or a trial sets its network's theme, which the server did not know when it rendered
 * the page.
 */
export function useShownTheme(): ThemeName {
  const { theme: fromPage } = usePageProps()
  const theme = appliedTheme.use() ?? fromPage
  return isTheme(theme) ? theme : DEFAULT_THEME
}
