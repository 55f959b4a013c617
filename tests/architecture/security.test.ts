/** What only some files may do, because a mistake would cost members' trust: run code, insert HTML, hash, call. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = globSync(['{server,shared,web}/**/*.{ts,tsx}', 'database/migrations/*.sql'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|\/fake-browser\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
/** All matches of a pattern in the files whose path matches `where`, as "file: match". */
const found = (pattern: RegExp, where = /./) =>
  sources
    .filter(({ file }) => where.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`))
    .sort()
const filesWith = (pattern: RegExp, where?: RegExp) => [
  ...new Set(found(pattern, where).map((place) => place.split(': ')[0])),
]

it('reads the sources', () => expect(sources.length).toBeGreaterThan(500))

describe('running', () => {
  it('no program but the database and its backup, and none through a shell', () => {
    expect(filesWith(/from '(node:)?child_process'/g)).toEqual([
      // The programs that back up the database of an operator.
      'server/platform/backup/dump.ts',
      'server/platform/database/embedded.ts',
    ])
    expect(found(/\b(execSync|execFile|exec\('|shell: )/g, /^server\//)).toEqual([])
  })

  it('no text as code', () => {
    expect(found(/\beval\(|new Function\(|from '(node:)?vm'|setTimeout\(\s*['"`]/g)).toEqual([])
  })
})

describe('drawing', () => {
  it('as markup only what the server has sanitised', () => {
    expect(filesWith(/dangerouslySetInnerHTML/g)).toEqual([
      'web/features/moderation/DecisionBar.tsx',
      'web/features/moderation/PostHtml.tsx',
      'web/writing/content/MessageHtml.tsx',
    ])
    expect(found(/\.(innerHTML|outerHTML) = |insertAdjacentHTML|document\.write\(/g, /^web\//)).toEqual([])
  })

  it('nothing that another window sends', () => {
    expect(found(/addEventListener\(\s*'message'|\bonmessage\b/g, /^web\//)).toEqual([])
  })
})

describe('cryptography', () => {
  it('hashes with SHA-256, and with SHA-1 only in the codes of authenticators, as their standard asks', () => {
    expect([...new Set(found(/createHash\('(?!sha256')[^']*'/g))]).toEqual([])
    expect(filesWith(/createHmac\('(?!sha256')[^']*'/g)).toEqual(['server/features/accounts/sign-in/totp.ts'])
    expect(found(/\b(md5|sha1)\(/gi)).toEqual([])
  })

  it('encrypts with AES-256 in GCM', () => {
    expect(found(/createCipheriv\([^,]*,/g)).toEqual([
      "server/platform/backup/sealed.ts: createCipheriv('aes-256-gcm',",
      "server/platform/encryption.ts: createCipheriv('aes-256-gcm',",
    ])
  })

  it('draws no secret from a generator that can be guessed', () => {
    expect(found(/Math\.random\(/g, /^(server|shared)\//)).toEqual([])
  })

  it('believes no certificate that is not signed by whom the system trusts', () => {
    expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/g)).toEqual([])
  })
})

describe('calling', () => {
  it('addresses of others from these places only, which follow no redirect', () => {
    const callers = [
      'server/features/assistant/providers/language-model.ts',
      'server/features/notifications/deliveries/sender.ts',
    ]
    expect(filesWith(/(?<![\w.])fetch\(/g, /^server\//)).toEqual(callers)
    for (const caller of callers) expect(readFileSync(caller, 'utf8')).toContain("redirect: 'error'")
    expect(
      filesWith(
        /\b(connect|request|createConnection)\b[^\n]*from '(node:)?(https?|http2|net|tls|dgram)'/g,
        /^server\//,
      ),
    ).toEqual(['server/platform/outgoing/call-outside.ts', 'server/platform/uploads/scan.ts'])
    // Node's own requests follow none; the agent refuses addresses of our own network.
    expect(readFileSync('server/platform/outgoing/call-outside.ts', 'utf8')).toContain('request-filtering-agent')
  })
})

it('passwords are typed into fields that hide them, and may be pasted', () => {
  const forms = sources.filter(({ text }) => /(current|new)-password/.test(text))
  expect(forms.length).toBeGreaterThan(4)
  for (const { file, text } of forms) {
    const asked = text.match(/(current|new)-password/g)!.length
    expect(text.match(/type="password"|: 'password'\}/g)?.length ?? 0, file).toBe(asked)
    expect(text, file).not.toMatch(/onPaste|onCopy|autoComplete="off"[^>]*type="password"/)
  }
})
