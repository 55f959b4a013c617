import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What every page needs comes in one file beside the page's own: a second round trip costs more than bytes. */
const EVERYWHERE = [
  /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/,
  /@tanstack\/(react-router|router-core|react-store|store|history)\//,
  /@tanstack\/(react-query|query-core)\/(?!.*(useMutation|mutationObserver))/,
  /\/web\/theme\/|\/web\/routes\/(?!StatusPage|status\.module|profile\/SettingsSections|onboarding\/(StepPages|guard)|staff\/StaffPages|home\/HomeScreen|(people|search|profile|inbox)\/\w+(Route|Place))|\/web\/kit\/(?!Field|open-dialog|Dialog|Badge|Section|list\/|virtual-list\/virtualizer\.|use-on-loaded)|\/web\/\w+\.tsx?/,
  /\/web\/platform\/(?!analytics\/(analytics-snippet|send-analytics)|session\/(preferences|presence|sign-out)|storage\/offline|app\/(push-device|app-push)|api\/((up|down)load|error-message|search-refusal)|forms\/|live\/idle|navigation\/(BackLink|back-link)|shell\/(SectionNav|Staff|navigation\/(DisplayChoices|AccountMenuItems|UnreadCount|InboxCount|CountBadge|ExternalLinks)))/,
  /\/shared\/(kit\/(dates|ids|links|text)|discussions|networks|pages|people|routes)\./,
  // Reading and writing: feed and thread share them.
  /icons-react\/.*\/Icon(Lock|CornerUpLeft|Link|ThumbUp)\./,
  /features\/people\/(Avatar|PersonLink)|discussions\/(feed\/lazy-feed-filters|thread-card\/(NewItemsButton|Byline)|queries\/thread-links|expert-tags\/ExpertNames|polls\/PollSummary)\./,
  /discussions\/(editing\/EditableMessage|messages\/Message\.module)\.|\/web\/writing\/(drafts\/draft-store|content\/MessageHtml)\./,
]
/** What a thread and the forms share, with the thread that needs it first. */
const THREAD =
  /discussions\/(thread\/ThreadContent|reply\/(ReplyComposer|ReplyFrame|lazy-pending-reply|pending-reply|reply-(draft|outbox)))\.|\/web\/writing\/(outbox\/(outbox|channel|use-resume-outbox)|drafts\/(use-draft-hooks|load-draft-sync)|editor\/(PlainTextEditor|Toolbar|editor-types|lazy-editor))\./
/** What every form for a text needs beside the page. In one file, so that it comes with the form that asks for it. */
const FORMS =
  /discussions\/(expert-tags\/(use-expert-tags|expert-tags|expert-tags\.queries)|reply\/DraftStatusLine|queries\/mention-suggestions)\.|\/web\/(writing\/(editor\/(RichTextEditor|clean-body)|drafts\/use-draft|sensitive-content\/use-sensitive-content-check)|platform\/live\/idle)\.|\/shared\/experts\./
/** What sends and discards, and what shows and restores replies that have not arrived: one file for each, loaded when somebody writes. */
const SENDING = /\/web\/writing\/(outbox\/(sender|enqueue|items)|drafts\/discard-draft)\./
const PENDING = /discussions\/reply\/(PendingReply|UndoCountdown|pending-reply-actions|restore-reply|send-reply)\./
/** The way back of pages that are reached from several; home and feed have none. */
const BACK = /\/web\/platform\/navigation\/back-link\.|\/shared\/back-targets\./
const isEverywhere = (id: string) => EVERYWHERE.some((pattern) => pattern.test(id))

/** The usual name ends with the line too, which says nothing and does not compress. */
const scopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

/**
 * An operation is its name and kind. Written out where it is used, those of screens that are loaded later do not stand
 * in what every page needs (1 KB).
 */
function operationsInPlace(): Plugin {
  const generated = readFileSync('api/generated/operations.ts', 'utf8')
  const constants = new Map(
    [...generated.matchAll(/^export const (\w+) = (\{[^}]*\})/gm)].map(([, name, constant]) => [name, constant]),
  )
  return {
    name: 'operations-in-place',
    enforce: 'pre',
    transform: (code) =>
      code.includes("'#api/operations.ts'")
        ? code.replaceAll(/^import \{([^}]*)\} from '#api\/operations\.ts'$/gm, (_, names: string) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => constants.has(name))
              .map((name) => `const ${name} = ${constants.get(name)} as const;`)
              .join(' '),
          )
        : undefined,
  }
}

/** Built twice: for the browser (`dist/web`) and, with `ssr`, for the page renderer (`dist/server`). */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [operationsInPlace(), react()],
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
    // The list of what a chunk needs beside the common file is 1 KB in every page, for a round trip that only a thread
    // opened from the feed and a composer that was clicked would miss.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed) => (/\/(ThreadPage|FeedPage|ReplyForm|NewThread)-/.test(file) ? needed : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'web/entry-server.tsx' : 'web/main.tsx',
      output: isSsrBuild
        ? {}
        : {
            // The names of all files that come later are in what every page needs.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
            codeSplitting: {
              groups: [
                { name: 'app', test: isEverywhere },
                { name: 'back', test: BACK },
                { name: 'thread', test: THREAD },
                { name: 'forms', test: FORMS },
                { name: 'sending', test: SENDING },
                { name: 'pending', test: PENDING },
              ],
            },
          },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // The hook that older Reacts lack.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // The renderer needs no packages at run time: it loads fast and can be copied.
  ...(command === 'build' && { ssr: { noExternal: true as const } }),
}))
