import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every page needs comes in one file beside the page's own: a second round trip costs more than bytes. */
const EVERYWHERE =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|react-query|react-store|router-|query-|history|store))|rolldown\/runtime|\/web\/(platform|theme|routes)\/|\/web\/kit\/(?!Field)|\/web\/\w+\.tsx?|\/shared\/(kit\/|pages|routes|networks)/

/** Built twice: for the browser (`dist/web`) and, with `ssr`, for the page renderer (`dist/server`). */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'web/public',
  appType: 'custom',
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2022',
    // The colours of both schemes stand side by side in light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    assetsDir: 'assets',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.vite.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'web/entry-server.tsx' : 'web/main.tsx',
      output: isSsrBuild ? {} : { codeSplitting: { groups: [{ name: 'app', test: EVERYWHERE }] } },
    },
  },
  // The renderer needs no packages at run time: it loads fast and can be copied.
  ...(command === 'build' && { ssr: { noExternal: true as const } }),
}))
