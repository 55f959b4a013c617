/** npm run mail -- check [DOMAIN]: what the DNS lacks so that email arrives and is believed. Fails if something is missing. */
import { loadConfig } from '#server/config.ts'
import { checkMailDns } from '#server/platform/mailer/dns-records.ts'

const USAGE = 'Usage: npm run mail -- check [DOMAIN]'
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i

const config = loadConfig(process.env)
const [command, domain = config.mailDomain, ...rest] = process.argv.slice(2)
if (command !== 'check' || rest.length > 0 || !DOMAIN.test(domain)) {
  console.error(USAGE)
  process.exit(1)
}
const { DKIM_KEY: key, DKIM_SELECTOR: selector } = config
const findings = await checkMailDns({
  domain,
  dkim: key ? { selector, privateKey: Buffer.from(key, 'base64').toString() } : undefined,
  receives: config.MAIL_LISTEN !== undefined || config.MAIL_INBOUND_SECRET !== undefined,
  dns: config.MAIL_DNS,
})
for (const { record, state, name, words } of findings)
  console.log(`${state.padEnd(8)} ${record.padEnd(6)} ${name}: ${words}`)
process.exit(findings.every(({ state }) => state === 'ok' || state === 'weak') ? 0 : 1)
