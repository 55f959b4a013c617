/** The files under deploy/ name settings, metrics, files and pages that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '#server/config.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import { INBOUND_BYTES, INBOUND_RECIPIENTS } from '#shared/mail.ts'
import { RESUMABLE_PATH } from '#shared/uploads.ts'
import { files } from '../harness/sources.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const SETTING = /^(?!MALLOC|POSTGRES)[A-Z][A-Z0-9_]+$/
/** Of compose itself, and of the database beside it. */
const OF_COMPOSE = ['VERSION', 'DATABASE_PASSWORD', 'CERTIFICATES', 'BACKUPS', 'COMPOSE_PROFILES', 'MAIL_HOST']
const OF_NODE = ['NODE_ENV']
const isKnown = (name: string) => name in SETTINGS || OF_NODE.includes(name)

/** A template with every expression replaced by a word, and the lines of control left out. */
const asYaml = (template: string) =>
  template
    .replaceAll(/^\s*\{\{-? ?(?:if|end|range|define|\/\*).*\n/gm, '')
    .replaceAll(/^( *)\{\{-? include .*$/gm, '$1included: true')
    .replaceAll(/\{\{-? (?:include|toYaml)[^}]*\}\}/g, '{ included: true }')
    .replaceAll(/\{\{[^}]*\}\}/g, 'word')

describe('compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        image: string
        env_file?: string
        environment?: Record<string, string>
        volumes?: string[]
        networks?: string[]
        ports?: string[]
      }
    >
  }
  const { services } = compose

  it('gives servers settings that exist', () => {
    for (const name of ['server-1', 'server-2', 'jobs', 'migrate']) {
      const { env_file, environment } = services[name]!
      expect(env_file).toBe('.env')
      expect(Object.keys(environment!)).toContain('DATABASE_URL')
      expect(Object.keys(environment!).filter((setting) => !isKnown(setting))).toEqual([])
    }
    expect(services['server-1']!.environment!['JOBS']).toBe('off')
    expect(services['jobs']!.environment!['JOBS']).toBe('only')
  })

  it('asks for nothing that the example of its settings lacks, and the example for nothing else', () => {
    const asked = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+)(?:\}|:-\})/g)].map(([, name]) => name!))
    const example = [...read('deploy/example.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name!)
    expect([...asked].filter((name) => !example.includes(name))).toEqual([])
    expect(example.filter((name) => !isKnown(name) && !OF_COMPOSE.includes(name))).toEqual([])
  })

  it('has a proxy that finds servers again after an upgrade, and never a job runner in their place', () => {
    const asked = [...read('deploy/nginx.conf').matchAll(/^ +server (\S+):4000 resolve /gm)].map(([, name]) => name!)
    expect(asked).toEqual(['server-1', 'server-2'])
    const [network] = services['proxy']!.networks!
    const reached = Object.keys(services).filter((name) => services[name]!.networks?.includes(network!))
    expect(reached).toEqual(['proxy', ...asked])
  })

  it('backs up with programs as new as its database, to where the job runner may write', () => {
    const version = services['postgres']!.image.split(':')[1]!
    expect(read('Dockerfile')).toContain(`/usr/lib/postgresql/${version}/bin/pg_dump`)
    expect(read('Dockerfile')).toMatch(/install --directory --owner=counterpart .* \/data \/backups$/m)
    expect(services['jobs']!.volumes!.filter((volume) => volume.endsWith(':/backups'))).toHaveLength(1)
  })

  it('has a mail server that takes what our listener takes, hands it to the job runner, and sends for nobody else', () => {
    const settings = Object.fromEntries(
      [...read('deploy/mail/main.cf').matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name!, value!]),
    )
    expect(Number(settings['message_size_limit'])).toBe(INBOUND_BYTES)
    expect(Number(settings['smtpd_recipient_limit'])).toBe(INBOUND_RECIPIENTS)
    const [, port] = /^our_server = inet:jobs:(\d+)$/m.exec(read('deploy/mail/start'))!
    expect(read('docs/operations.md')).toContain(`\`MAIL_LISTEN=0.0.0.0:${port}\``)
    expect(services['mail']!.ports).toEqual(['25:25'])
    expect(services['mail']!.networks).toBeUndefined()
  })

  it('mounts files that exist', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes)
    const own = mounted.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':')[0]!)
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((file) => !existsSync(`deploy/${file}`))).toEqual([])
  })
})

describe('the chart', () => {
  const templates = files.filter((file) => file.startsWith('deploy/chart/templates/') && file.endsWith('.yaml'))

  it('is YAML, and names only values that it has', () => {
    const values = parse(read('deploy/chart/values.yaml')) as Record<string, unknown>
    expect(templates.length).toBeGreaterThan(3)
    for (const file of [...templates, 'deploy/chart/templates/_pod.tpl']) {
      const text = read(file)
      if (file.endsWith('.yaml')) {
        for (const document of parseAllDocuments(asYaml(text)))
          expect({ file, errors: document.errors }).toEqual({ file, errors: [] })
      }
      for (const [, path] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = path!
          .split('.')
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], values)
        expect({ path, isThere: found !== undefined }).toEqual({ path, isThere: true })
      }
    }
  })

  it('keeps the parts of a large upload with one pod', () => {
    expect(read('deploy/chart/templates/ingress.yaml')).toContain(`- path: ${RESUMABLE_PATH}\n`)
    expect(read('deploy/chart/values.yaml')).toContain(`session-cookie-path: ${RESUMABLE_PATH}\n`)
  })

  it('gives settings that exist, and migrates before the first pod of a version', () => {
    const { settings } = parse(read('deploy/chart/values.yaml')) as { settings: Record<string, string> }
    expect(Object.keys(settings).filter((name) => !isKnown(name))).toEqual([])
    const secrets = read('deploy/chart/values.yaml').match(/# A Secret with [\s\S]+?that are secret\./)![0]
    expect([...secrets.matchAll(/[A-Z][A-Z0-9_]{3,}/g)].map(([name]) => name).filter((name) => !isKnown(name))).toEqual(
      [],
    )
    expect(read('deploy/chart/templates/migrate.yaml')).toMatch(/helm\.sh\/hook: pre-install,pre-upgrade/)
  })
})

describe('the Dockerfile', () => {
  const text = read('Dockerfile')

  it('sets what exists, and starts as a user without rights', () => {
    const env = /^ENV (.+)$/m
      .exec(text)![1]!
      .split(' ')
      .map((pair) => pair.split('=')[0]!)
    expect(env.filter((name) => !isKnown(name) || !SETTING.test(name))).toEqual([])
    expect(text).toMatch(/^USER 10001:10001$/m)
    const [, entry] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)![1]!) as string[]
    expect(existsSync(entry!)).toBe(true)
  })

  it('runs commands that exist', () => {
    const commands = ['Dockerfile', 'deploy/compose.yaml', 'deploy/chart/templates/migrate.yaml'].flatMap((file) =>
      [...read(file).matchAll(/bin\/[\w-]+\.m?[jt]s/g)].map(([name]) => name),
    )
    expect(commands).toEqual(expect.arrayContaining(['bin/compile.ts', 'bin/migrate.ts', 'bin/start.mjs']))
    expect(commands.filter((name) => !existsSync(name))).toEqual([])
  })
})

describe('monitoring', () => {
  it('asks for metrics that the server has', async () => {
    const metrics = makeMetrics()
    metrics.watchPools({})
    metrics.watchReplica({ replica: { state: 'used', lagMs: () => 0 }, replicaReads: { primary: 0, replica: 0 } })
    const known = await metrics.registry.getMetricsAsJSON()
    const names = new Set(known.map(({ name }) => name))
    for (const file of ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json']) {
      const asked = [...read(file).matchAll(/\b(?:counterpart|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
      expect(asked.length).toBeGreaterThan(5)
      expect({
        file,
        unknown: asked.filter((name) => !names.has(name) && !names.has(name.replace(/_(?:bucket|count|sum)$/, ''))),
      }).toEqual({ file, unknown: [] })
    }
  })

  it('names pages of the operations guide', () => {
    const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as {
      groups: { rules: { annotations: { page: string } }[] }[]
    }
    const guide = ['docs/operations.md', 'docs/incidents.md'].map(read).join('\n')
    const titles = [...guide.matchAll(/^##+ (.+)$/gm)].map(([, title]) => title)
    const named = groups.flatMap(({ rules }) => rules.map(({ annotations }) => annotations.page))
    expect(named.filter((page) => !titles.includes(page))).toEqual([])
  })
})

describe('the image', () => {
  const withoutTypes = (text: string) => text.replaceAll(/^import type [^']*'[^']+'/gm, '')

  it('has the packages that a server imports, because those for development are left out', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const served = files.filter((file) => /^(server|shared|api)\/.*(?<!\.test)\.ts$/.test(file))
    const imported = served.flatMap((file) =>
      [...withoutTypes(read(file)).matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w.-]+)/g)].map(([, name]) => name!),
    )
    expect(imported.filter((name) => name in dependencies!).length).toBeGreaterThan(50)
    expect([...new Set(imported)].filter((name) => name in devDependencies!)).toEqual([])
  })
})
