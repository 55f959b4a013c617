/** Texts of staff for members: an FAQ for everyone and one for the legal network, a welcome, and membership texts. */
import type { ClientBase } from 'pg'

interface Text {
  section: string
  /** Slug of the network; null for everyone. */
  network: string | null
  html: string
  note: string
  daysAgo: number
}

const ANONYMOUS =
  '<p><strong>Can I ask anonymously?</strong></p><p>Yes. Turn on “Ask anonymously” before you post. Members do not see who asked.</p>'
const FAQ = `<p><strong>Who can read what I post?</strong></p><p>The members of the networks shown above the Post button. A private reply can be read only by the people it names and staff.</p>${ANONYMOUS}`

const TEXTS: readonly Text[] = [
  { section: 'faq', network: null, html: ANONYMOUS, note: 'First version', daysAgo: 60 },
  {
    section: 'faq',
    network: null,
    html: `${FAQ}<p><strong>How do I change how often I get email?</strong></p><p>Open Settings from the account menu, then Email.</p>`,
    note: 'Adds who can read a post',
    daysAgo: 20,
  },
  {
    section: 'faq',
    network: 'legal',
    html: `${FAQ}<p><strong>Does a recording count toward CLE?</strong></p><p>Recordings that count show their credits. Your certificates are under CLE credits in the account menu.</p>`,
    note: 'Adds CLE',
    daysAgo: 10,
  },
  {
    section: 'welcome',
    network: null,
    html: '<p>Most members start by reading one discussion close to their work and following it. When you have a question, ask it: most get a first answer within a day.</p>',
    note: 'First version',
    daysAgo: 60,
  },
  {
    section: 'membership',
    network: null,
    html: '<p>Your membership includes discussions, the directory, documents, and recordings of your network. Many employers pay for it as professional education. If yours asks for a receipt, download the invoice as a PDF.</p>',
    note: 'First version',
    daysAgo: 60,
  },
]

export async function seedTexts(client: ClientBase): Promise<void> {
  await client.query(
    `insert into generic_contents (section, peer_network_id, html, note, published_at, created_at, author_id)
     select t.section, n.id, t.html, t.note, now() - make_interval(days => t."daysAgo"), now() - make_interval(days => t."daysAgo"), u.id
     from jsonb_to_recordset($1::jsonb) t(section text, network text, html text, note text, "daysAgo" integer)
       left join peer_networks n on n.slug = t.network, users u where u.email = 'staff@counterpart.test'
     order by t."daysAgo" desc`,
    [JSON.stringify(TEXTS)],
  )
}
