/**
 * The mail server of members, of real programs: Postfix takes email and hands ours to us, opendkim and opendmarc judge
 * what comes in, Dovecot keeps the mailboxes, mutt reads them. All run from a folder of their own, on this machine only.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitFor } from './connection.ts'
import type { TestDns } from './dns.ts'

const PROGRAMS = [
  '/usr/sbin/postfix',
  '/usr/sbin/dovecot',
  '/usr/sbin/opendkim',
  '/usr/sbin/opendmarc',
  '/usr/bin/mutt',
  '/usr/bin/openssl',
]
/**
 * opendmarc asks the server of resolv.conf, on the usual port: both need root. opendkim asks no server on this machine, so
 * it has the keys in a file.
 */
export const DNS = { host: '127.0.0.77', port: 53 }
export const hasMailPrograms = process.getuid?.() === 0 && PROGRAMS.every((program) => existsSync(program))

const MUTT_MS = 20_000
const START_MS = 20_000

export interface Ports {
  smtp: number
  submission: number
  lmtp: number
  imap: number
  dkim: number
  dmarc: number
}

export interface MailPrograms {
  stop(): Promise<void>
  /** The number of emails in the first thread of a mailbox, as mutt threads by references alone. */
  muttThread(address: string): number
  /** Changes settings of Postfix, and starts it again. */
  configure(settings: Record<string, string>): void
  /** What the programs wrote: shown when a test fails. */
  log: string
}

interface Options {
  ports: Ports
  /** Domains with mailboxes: each address has one. */
  domains: readonly string[]
  /** Our domain, and where we listen by LMTP. */
  ours: { domain: string; port: number }
  dns: TestDns
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(socket.destroy() && true)).on('error', () => resolve(false))
  })

/**
 * The text of main.cf with these settings instead of its own. If one stood there twice, each process would warn of it, and
 * Postfix hangs if it logs more at its start than a socket holds.
 */
const withSettings = (text: string, settings: Record<string, string>) =>
  Object.entries(settings).reduce(
    (changed, [name, value]) => `${changed.replace(new RegExp(`^${name} = .*\n`, 'm'), '')}${name} = ${value}\n`,
    text,
  )

/** The files of a key and of a certificate that nobody trusts. */
function certificateIn(folder: string): string {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name)) as [string, string]
  const files = ['-keyout', key, '-out', certificate]
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=mx.members.test', ...files])
  return `${key}, ${certificate}`
}

export async function startMailPrograms({ ports, domains, ours, dns }: Options): Promise<MailPrograms> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mail-programs-'))
  chmodSync(folder, 0o755)
  const at = (name: string) => path.join(folder, name)
  const log = at('log')
  const children: ChildProcess[] = []
  const run = (program: string, options: readonly string[]) =>
    children.push(spawn(program, options, { stdio: 'ignore', env: { PATH: process.env['PATH'] } }))

  const keys = dns.texts().filter(([name]) => name.includes('._domainkey.'))
  writeFileSync(at('keys'), keys.map((key) => `${key.join(' ')}\n`).join(''))
  writeFileSync(at('nobody'), '192.0.2.99\n')
  writeFileSync(at('resolv.conf'), `nameserver ${DNS.host}\n`)
  writeFileSync(
    at('opendkim.conf'),
    `Mode v\nSocket inet:${ports.dkim}@127.0.0.1\nInternalHosts ${at('nobody')}\nTestPublicKeys ${at('keys')}\nAuthservID judge.test\nSyslog no\nUserID root\nAlwaysAddARHeader yes\n`,
  )
  writeFileSync(
    at('opendmarc.conf'),
    `Socket inet:${ports.dmarc}@127.0.0.1\nIgnoreHosts ${at('nobody')}\nAuthservID judge.test\nTrustedAuthservIDs judge.test\nSyslog false\nRejectFailures false\nRequiredHeaders false\n`,
  )
  mkdirSync(at('mail'), { mode: 0o777 })
  chmodSync(at('mail'), 0o777)
  mkdirSync(at('dovecot'))
  writeFileSync(
    at('dovecot.conf'),
    `base_dir = ${at('dovecot')}
log_path = ${log}
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${at('mail')}/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
postmaster_address = postmaster@${domains[0]}
passdb {
  driver = static
  args = password=mailbox
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${at('mail')}/%u allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
`,
  )
  const postfix = at('postfix')
  for (const name of ['', 'queue', 'data']) mkdirSync(path.join(postfix, name))
  spawnSync('chown', ['postfix', path.join(postfix, 'data')])
  // The configuration of our own mail server, with the mailboxes of members beside it.
  const deployed = (name: string) => readFileSync(`deploy/mail/${name}`, 'utf8')
  const services = deployed('master.cf')
    .replace(/^25 /m, `127.0.0.1:${ports.smtp} `)
    .replace(/^2587 /m, `127.0.0.1:${ports.submission} `)
  writeFileSync(path.join(postfix, 'master.cf'), services)
  const main = path.join(postfix, 'main.cf')
  writeFileSync(
    main,
    withSettings(deployed('main.cf'), {
      queue_directory: `${postfix}/queue`,
      data_directory: `${postfix}/data`,
      maillog_file: `${folder}/postfix.log`,
      maillog_file_prefixes: folder,
      inet_interfaces: '127.0.0.1',
      myhostname: 'mx.members.test',
      our_domain: ours.domain,
      our_server: `inet:127.0.0.1:${ours.port}`,
      virtual_mailbox_domains: domains.join(', '),
      virtual_transport: `lmtp:inet:127.0.0.1:${ports.lmtp}`,
      smtpd_milters: `inet:127.0.0.1:${ports.dkim}, inet:127.0.0.1:${ports.dmarc}`,
      milter_default_action: 'tempfail',
      smtp_host_lookup: 'native',
      disable_dns_lookups: 'yes',
      smtpd_tls_chain_files: certificateIn(folder),
    }),
  )
  run('/usr/sbin/opendkim', ['-f', '-x', at('opendkim.conf')])
  const asks = `mount --bind ${at('resolv.conf')} /etc/resolv.conf && exec /usr/sbin/opendmarc -f -c ${at('opendmarc.conf')}`
  run('/usr/bin/unshare', ['-m', 'sh', '-c', asks])
  run('/usr/sbin/dovecot', ['-F', '-c', at('dovecot.conf')])
  const started = spawnSync('/usr/sbin/postfix', ['-c', postfix, 'start'], { encoding: 'utf8' })
  if (started.status !== 0) throw new Error(`Postfix did not start: ${started.stderr}`)
  for (const [name, port] of Object.entries(ports)) await waitFor(`the program at ${name}`, () => answers(port))
  return {
    log: folder,
    configure: (settings) => {
      writeFileSync(main, withSettings(readFileSync(main, 'utf8'), settings))
      for (const act of ['stop', 'start']) spawnSync('/usr/sbin/postfix', ['-c', postfix, act], { timeout: START_MS })
    },
    muttThread: (address) => {
      writeFileSync(
        at('muttrc'),
        `set folder=${at('mail')}
set strict_threads=yes sort=threads
set mbox_type=mbox confirmappend=no confirmcreate=no
set quit=yes wait_key=no
push "<first-entry><tag-thread><tag-prefix><copy-message>${at('thread')}<enter><exit>"
`,
      )
      rmSync(at('thread'), { force: true })
      // It needs a terminal.
      const mutt = `mutt -n -R -F ${at('muttrc')} -f ${at('mail')}/${address}`
      const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm' }
      spawnSync('script', ['-qec', mutt, '/dev/null'], { timeout: MUTT_MS, stdio: 'ignore', env })
      return readFileSync(at('thread'), 'latin1').match(/^From /gm)!.length
    },
    stop: async () => {
      spawnSync('/usr/sbin/postfix', ['-c', postfix, 'stop'], { timeout: START_MS })
      for (const child of children) child.kill()
      await Promise.all(
        children.map(
          (child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve)),
        ),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The answers of an IMAP server to commands, each up to its tagged line. */
export async function imap(port: number, user: string, commands: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let text = ''
  socket.on('data', (part) => (text += part))
  const answer = async (tag: string) => {
    await waitFor(`the mailbox to answer ${tag}`, () => new RegExp(`^${tag} (OK|NO|BAD)`, 'm').test(text))
    const said = text
    text = ''
    if (!new RegExp(`^${tag} OK`, 'm').test(said)) throw new Error(said)
    return said
  }
  try {
    const answered: string[] = []
    for (const [at, command] of [`login ${user} mailbox`, 'select INBOX', ...commands].entries()) {
      socket.write(`a${at} ${command}\r\n`)
      answered.push(await answer(`a${at}`))
    }
    return answered.slice(2)
  } finally {
    socket.destroy()
  }
}
