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
import { SHARE_PARAMS } from '#shared/share-target.ts'

export const manifestOf = (theme: ThemeName) => ({
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: 'A private community for in-house professionals.',
  start_url: ROUTES.feed,
  scope: '/',
  display: 'standalone',
  // Opens the form of a new discussion with what another app shares; nothing is posted without the member.
  share_target: { action: ROUTES.feed, method: 'GET', params: SHARE_PARAMS },
  background_color: '#EFF1F0',
  theme_color: THEME_COLORS[theme],
  icons: [
    { src: faviconPath(theme), sizes: `${FAVICON_SIZE}x${FAVICON_SIZE}`, type: 'image/png' },
    { src: faviconDrawing(theme), sizes: 'any', type: 'image/svg+xml' },
  ],
})
