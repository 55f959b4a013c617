import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Code that every page needs is in one common file next to the page's own: another round trip costs more than bytes.
 */
const EVERYWHERE = [
  /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/,
  /@tanstack\/(react-query|query-core)\/(?!.*(useMutation|mutationObserver))/,
  /\/web\/theme\/|\/web\/routes\/(?!StatusPage|layouts\/(MemberDesk|DeferredFeatures)|status\.module|profile\/SettingsSections|onboarding\/(StepPages|guard)|staff\/(StaffPages|desks|frame\/|setup\/|ImportsDesk)|home\/(HomeScreen|Standing)|palette\/|(people|search|profile|inbox|assistant)\/\w+(Route|Place))|\/web\/kit\/(?!forms\/|palette\/|overlay\/(open-dialog|Dialog)|Badge|layout\/Section|list\/|virtual-list\/virtualizer\.|loading\/use-on-loaded)|\/web\/\w+\.tsx?/,
  /\/web\/platform\/(?!after-load|email-links\/|imports\/|analytics\/(analytics-snippet|send-analytics)|session\/(preferences|presence|sign-out)|storage\/offline|app\/(push-device|app-push|top-margin|touch-gestures)|api\/((resumable-)?upload|download|post|error-message|paged-query)|forms\/|search\/|live\/(idle|live-stream|version)|navigation\/(BackLink|back-link|external-links|recent-pages)|shell\/(counts\/(\w+Badge|InboxCount|UnreadCount|count-queries)|SectionNav|Staff|QueueNotice|PullToRefresh|use-refresh-on-signals|navigation\/(DisplayChoices|AccountMenuItems|ExternalLinks)))/,
  /\/shared\/(kit\/(dates|ids|links|text)|discussions|networks|pages|people|routes)\./,
  // Reading and writing: shared by feed and thread.
  /icons-react\/.*\/Icon(Lock|CornerUpLeft|ThumbUp)\./,
  /features\/people\/(Avatar|PersonLink)|discussions\/(feed\/lazy-feed-filters|thread-card\/(NewItemsButton|Byline)|queries\/thread-links|polls\/PollSummary)\./,
  /discussions\/editing\/EditableMessage\.|\/web\/writing\/(drafts\/draft-store|content\/MessageHtml)\.|new-thread\/thread-draft\./,
]
/** Shared by thread and forms; bundled with the thread, which needs it first. */
const THREAD =
  /discussions\/(thread\/Thread(Content|Replies|States)|messages\/Message\.module|expert-tags\/ExpertNames|reply\/(ReplyComposer|ReplyFrame|lazy-pending-reply|pending-reply|reply-(draft|outbox)))\.|\/web\/writing\/(outbox\/(outbox|channel|use-resume-outbox)|drafts\/(use-draft-hooks|load-draft-sync)|editor\/(PlainTextEditor|lazy-editor))\.|\/shared\/replies\./
/** Needed by every text form in addition to the page. One file, so that it loads together with the form. */
const FORMS =
  /discussions\/(expert-tags\/(use-expert-tags|expert-tags|expert-tags\.queries)|reply\/DraftStatusLine|queries\/mention-suggestions)\.|\/web\/(writing\/(editor\/(RichTextEditor|Toolbar|editor-types|clean-body)|drafts\/use-draft|sensitive-content\/use-sensitive-content-check)|platform\/live\/idle)\.|\/shared\/experts\./
/** Sends and discards; shows and restores pending replies: one file each, loaded when a member writes. */
const SENDING = /\/web\/writing\/(outbox\/(sender|enqueue|items)|drafts\/discard-draft)\./
const PENDING = /discussions\/reply\/(PendingReply|UndoCountdown|pending-reply-actions|restore-reply|send-reply)\./
/** The back link of pages that can be reached from several places; home and feed have none. */
const BACK = /\/web\/platform\/navigation\/back-link\.|\/shared\/back-targets\./
const isEverywhere = (id: string) => EVERYWHERE.some((pattern) => pattern.test(id))

const shortened = new Map<string, string>()

/** A few letters that stand for a name: in every build the same, and never for two names. */
function shortFor(name: string, length: number): string {
  const digest = createHash('sha256').update(name).digest('base64url')
  const short = digest.replaceAll(/^[\d_-]+|[_-]/g, '').slice(0, length)
  const other = shortened.get(short)
  if (other !== undefined && other !== name) throw new Error(`${name} and ${other} have the same short name.`)
  shortened.set(short, name)
  return short
}

/** In production classes have no readable names: these are a tenth of a feed page. */
const shortName = (name: string, file: string) => shortFor(`${relative(import.meta.dirname, file)} ${name}`, 4)
const readableName = (name: string, file: string) => `${name}_${shortName('', file)}`

/**
 * Inlines operations, which are only a name and a kind. Otherwise the file that every page needs would contain those of
 * screens that load later (1 KB).
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
              .map((each) => each.trim().split(/\s+as\s+/))
              .filter(([name]) => constants.has(name))
              .map(([name, alias = name]) => `const ${alias} = ${constants.get(name)} as const;`)
              .join(' '),
          )
        : undefined,
  }
}

/** The same for our custom properties, which only style sheets use. */
function shortCustomProperties(): Plugin {
  return {
    name: 'short-custom-properties',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/web\/.*\.css$/.test(id) ? code.replaceAll(/--[a-z][\w-]*/g, (name) => `--${shortFor(name, 3)}`) : undefined,
  }
}

/** Preloaded by the rule below, or stopped on the way by tests. */
const NAMED = /^(ThreadPage|FeedPage|ReplyForm|NewThread|Editor|AttachmentUploads|passkey|sensitive-content)$/

/** Runs twice: for the browser (`dist/web`) and, with `ssr`, for the page renderer (`dist/server`). */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [operationsInPlace(), shortCustomProperties(), react()],
  publicDir: isSsrBuild ? false : 'web/public',
  appType: 'custom',
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2022',
    // These browsers support light-dark(), which contains the colors of both schemes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    assetsDir: 'assets',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.vite.json',
    assetsInlineLimit: 0,
    // No preload lists except for these chunks: all lists together are 1 KB in every page, and would save a round trip
    // only when a thread is opened from the feed or a composer is clicked.
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
            // The names of all files that load later are in the file that every page needs, so only files that are
            // looked for by name have one.
            chunkFileNames: ({ name }) => (NAMED.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
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
  css: { modules: { generateScopedName: command === 'build' ? shortName : readableName } },
  // The shim is only for older React versions, which lack the hook.
  resolve: {
    alias: [
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^\.\.\/createReactComponent\.mjs$/, replacement: join(import.meta.dirname, 'web/kit/create-icon.ts') },
    ],
  },
  // Bundle all packages into the renderer: it needs none at run time, loads fast and can be copied.
  ...(command === 'build' && { ssr: { noExternal: true as const } }),
}))
