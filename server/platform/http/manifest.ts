/** The web app manifest of a theme. */
import {
  FAVICON_SIZE,
  PRODUCT_NAME,
  THEME_COLORS,
  faviconDrawing,
  faviconPath,
  type ThemeName,
} from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'

export const manifestOf = (theme: ThemeName) => ({
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: 'A private community for in-house professionals.',
  start_url: ROUTES.feed,
  scope: '/',
  display: 'standalone',
  background_color: '#EFF1F0',
  theme_color: THEME_COLORS[theme],
  icons: [
    { src: faviconPath(theme), sizes: `${FAVICON_SIZE}x${FAVICON_SIZE}`, type: 'image/png' },
    { src: faviconDrawing(theme), sizes: 'any', type: 'image/svg+xml' },
  ],
})
