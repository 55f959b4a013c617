/** The HTML document around the rendered application. It contains only what the first paint needs. */
import { DEFAULT_THEME, THEME_COLORS, faviconDrawing, faviconPath, isTheme, type ThemeName } from '#shared/networks.ts'
import type { PageFiles, PageRequest, PageState } from '#shared/pages.ts'
import {
  DENSITY_COOKIE,
  FONTS_COOKIE,
  SCHEME_COOKIE,
  parseDensity,
  parseColorScheme,
} from '#web/platform/session/display.ts'
import { EARLY_CLICK_SCRIPT } from '#web/platform/navigation/early-clicks.ts'

interface PageContent {
  body: string
  state: PageState
  title: string
  /** Main layout: the document itself does not scroll. */
  isApp: boolean
  files: PageFiles
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter]!)

/** JSON that cannot close its script element, whatever members have written. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Requests the modules right after the first paint. As preloads in the head they would compete for bandwidth with the
 * fonts that this paint needs, run before the real fonts can be shown, and be ready hardly sooner. A hidden tab is not
 * painted and does not wait.
 */
const loader = (entry: string, preloads: string[]): string =>
  `{const{nonce}=document.currentScript,add=(name,facts)=>document.head.append(Object.assign(document.createElement(name),facts)),` +
  `load=()=>{for(const href of ${inScript(preloads)})add('link',{rel:'modulepreload',href,nonce});` +
  `add('script',{type:'module',src:${inScript(entry)},nonce})};` +
  `document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}`

/**
 * Only for a device that has the fonts in its cache: they are there for the first paint, so no text changes its face. On
 * the first visit they would take the bandwidth that the page needs (90 KB next to 28); then the text is painted in the
 * fallbacks, which take the same space.
 */
const fontPreloads = (fonts: string[]): string =>
  fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`).join('\n')

/** The drawing is preferred by browsers, so a network with its own picture gets only that. */
const faviconLinks = (theme: ThemeName, own: string | undefined): string =>
  own
    ? `<link rel="icon" type="image/png" sizes="128x128" href="${escaped(own)}">`
    : `<link rel="icon" type="image/svg+xml" href="${faviconDrawing(theme)}">
<link rel="icon" type="image/png" sizes="128x128" href="${faviconPath(theme)}">`

/** In pieces: see {@link PageAnswer}. */
export function pageDocument(
  { nonce, cookies, pageProps, assets }: PageRequest,
  { files, ...content }: PageContent,
): readonly string[] {
  // Without a theme the body stays invisible until the theme request has returned.
  const theme = isTheme(pageProps.theme) ? pageProps.theme : undefined
  const shown = theme ?? DEFAULT_THEME
  const bodyClass = [theme && `theme-${theme}`, content.isApp && 'is-app'].filter(Boolean).join(' ')
  const head = `<!doctype html>
<html lang="en" data-scheme="${parseColorScheme(cookies[SCHEME_COOKIE])}" data-density="${parseDensity(cookies[DENSITY_COOKIE])}">
<head>
<meta charset="utf-8">
<title>${escaped(content.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${THEME_COLORS[shown]}">
<meta property="csp-nonce" nonce="${nonce}">
${cookies[FONTS_COOKIE] ? fontPreloads(assets.fonts) : ''}
<style nonce="${nonce}">`
  const beforeBody = `</style>
${faviconLinks(shown, pageProps.favicon)}
<link rel="manifest" href="/manifest.json">
</head>
<body${bodyClass && ` class="${bodyClass}"`}>
<div id="root">`
  const beforeState = `</div>
<script type="application/json" id="state" nonce="${nonce}">`
  const end = `</script>
<script nonce="${nonce}">${EARLY_CLICK_SCRIPT}${loader(assets.entry, files.preloads)}</script>
</body>
</html>
`
  return [head, files.css, beforeBody, content.body, beforeState, inScript(content.state), end]
}
