/** Generated archives become threads of a network. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letter, openKit, type Kit } from './mail-kit.ts'

let kit: Kit
beforeAll(async () => {
  kit = await openKit(['made', 'order', 'pieces', 'hostile', 'elsewhere', 'hidden'])
}, 60_000)
afterAll(() => kit?.close())

/** Threads of a network, as the ids of their messages, the opening one first. */
async function threadsOf(network: string): Promise<string[]> {
  const found = await kit.rows(
    `select string_agg(split_part(m.external_id, '@', 1), ' ' order by m.is_original_message desc, m.external_id) as ids
     from messages m join thread_peer_networks t using (thread_id) join peer_networks n on n.id = t.peer_network_id
     where n.slug = $1 group by m.thread_id`,
    [network],
  )
  return found.map((row) => row.ids).toSorted()
}

describe('an archive made here', () => {
  const archive = [
    letter({
      id: 'q',
      subject: '[Board] Fees of outside counsel',
      date: 'Mon, 4 Jan 2021 09:30:00 +0100',
      headers: ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'],
      body: 'What do you pay in Z=FCrich?\n\n-- \nAnn',
    }),
    letter({
      id: 'r',
      from: 'bob at firm.test (Bob Ray)',
      subject: 'Re: [Board] Fees of outside counsel',
      date: 'Mon, 4 Jan 2021 10:00:00 +0000',
      answers: ['q'],
      body: 'Too much.\n\nOn Mon, 4 Jan 2021, Ann Lee wrote:\n> What do you pay?',
    }),
    letter({
      id: 's',
      subject: 'Re: Fees of outside counsel',
      date: 'Mon, 4 Jan 2021 11:00:00 +0000',
      answers: ['q', 'r'],
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      body: '--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nSee file.\n--c\nContent-Type: text/html\n\n<p>See <b>file</b>.</p>\n--c--\n--b\nContent-Type: application/pdf; name="Fee table.pdf"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nJVBERi0x\n--b--',
    }),
    letter({
      id: 't',
      from: 'Ann Lee via Board <board@lists.test>',
      subject: 'Re: Fees of outside counsel',
      date: 'Tue, 5 Jan 2021 09:00:00 +0000',
      headers: ['Reply-To: Ann Lee <ann@firm.test>', 'List-Post: <mailto:board@lists.test>'],
      body: 'No reference at all.',
    }),
    letter({
      id: 'u',
      subject: 'Fees of outside counsel',
      date: 'Wed, 6 Jan 2021 09:00:00 +0000',
      body: 'Another question.',
    }),
  ]

  test('becomes threads with authors who have not joined', async () => {
    const { report } = await kit.take('made', archive)
    expect(report).toMatchObject({
      messages: 5,
      taken: 5,
      joined: 0,
      refused: {},
      threads: 2,
      members: 2,
      attachments: 1,
    })
    expect(await threadsOf('made')).toEqual(['q r s t', 'u'])
    const thread = await kit.one(
      `select t.*, u.email, u.name, u.current_state from threads t join users u on u.id = t.author_id where t.topic like 'Fees%' order by t.id`,
    )
    expect(thread).toMatchObject({
      topic: 'Fees of outside counsel',
      cleaned_body: 'What do you pay in Zürich?',
      cleaned_html: '<p>What do you pay in Zürich?</p>',
      email: 'ann.at.firm.test@imported.invalid',
      name: 'Ann Lee',
      current_state: 'not joined',
      source: 'other',
      approved: true,
      processed: true,
    })
    expect(thread.pub_date.toISOString()).toBe('2021-01-04T08:30:00.000Z')
    const reply = await kit.one(
      `select m.*, p.external_id as answers from messages m join messages p on p.id = m.message_replied_id where m.external_id = 's@firm.test'`,
    )
    expect(reply).toMatchObject({
      answers: 'r@firm.test',
      is_original_message: false,
      visible: true,
      parsed_body: '<p>See <strong>file</strong>.</p>',
      cleaned_body: 'See file.',
    })
    expect(await kit.one(`select parsed_body, body from messages where external_id = 'r@firm.test'`)).toEqual({
      parsed_body: '<p>Too much.</p>',
      body: '<p>Too much.</p><p>On Mon, 4 Jan 2021, Ann Lee wrote:</p><blockquote><p>What do you pay?</p></blockquote>',
    })
    expect(await kit.one(`select name, file_type, size, inline, storage_key from message_attachments`)).toMatchObject({
      name: 'Fee table.pdf',
      file_type: 'application/pdf',
      size: 6,
      inline: false,
    })
    expect(
      (
        await kit.one(
          `select raw from message_originals o join messages m on m.id = o.message_id where m.external_id = 'q@firm.test'`,
        )
      ).raw.toString(),
    ).toContain('Z=FCrich')
    expect(
      await kit.one('select num_of_responses, count_of_entries from thread_feed where thread_id = $1', [thread.id]),
    ).toEqual({ num_of_responses: 3, count_of_entries: 4 })
    expect(await kit.drift()).toBe(0)
  })

  test('adds nothing the second time', async () => {
    const { report } = await kit.take('made', [...archive, archive[0]!])
    expect(report).toMatchObject({ taken: 0, joined: 0, refused: { already_here: 6 }, threads: 0, members: 0 })
  })

  test('lets a later message join the thread that is there', async () => {
    const { report, outcomes } = await kit.take('made', [
      letter({ id: 'v', subject: 'Re: Fees', date: 'Mon, 5 Apr 2021 09:00:00 +0000', answers: ['q'] }),
    ])
    expect(report).toMatchObject({ taken: 0, joined: 1, threads: 0 })
    expect(outcomes[0]).toMatchObject({ outcome: 'joined', external_id: 'v@firm.test', thread_id: expect.any(Number) })
  })

  test('never mixes networks', async () => {
    const { report } = await kit.take('elsewhere', [
      archive[0]!,
      letter({ id: 'w', subject: 'Re: Fees of outside counsel', answers: ['q'] }),
    ])
    expect(report).toMatchObject({ taken: 1, refused: { in_another_network: 1 } })
    expect(await threadsOf('elsewhere')).toEqual(['w'])
  })

  test('says which networks exist when it is given another', async () => {
    await expect(kit.take('nowhere', archive)).rejects.toThrow(/no network “nowhere\.”.*made \(made\)/s)
  })
})

test('an archive from its end to its beginning, and in pieces, becomes the same threads', async () => {
  const letters = (network: string) => {
    const id = (name: string) => `${network}-${name}`
    return ['a', 'b', 'c', 'd', 'e'].map((name, index, all) =>
      letter({
        id: id(name),
        subject: index ? 'Re: Order' : 'Order',
        date: `Mon, ${4 + index} Jan 2021 09:00:00 +0000`,
        answers: all.slice(0, index).map(id),
      }),
    )
  }
  await kit.take('order', letters('order').toReversed())
  expect(await threadsOf('order')).toEqual(['order-a order-b order-c order-d order-e'])

  const times = [3, 9, 2, 1]
  await kit.take(
    'order',
    times.map((day) =>
      letter({
        id: `x${day}`,
        subject: day === 1 ? 'Venue' : 'Re: Venue',
        date: `Fri, ${day} Jan 2021 09:00:00 +0000`,
      }),
    ),
  )
  expect(await threadsOf('order')).toEqual(['order-a order-b order-c order-d order-e', 'x1 x2 x3 x9'])

  // Import both ends first: b and d are linked only through c, and a is older than all of them.
  const [a, b, c, d, e] = letters('pieces') as [Buffer, Buffer, Buffer, Buffer, Buffer]
  const alone = letter({
    id: 'pieces-d',
    subject: 'Order, again',
    date: 'Mon, 7 Jan 2021 09:00:00 +0000',
    answers: ['pieces-c'],
  })
  await kit.take('pieces', [e])
  await kit.take('pieces', [alone])
  await kit.take('pieces', [c])
  await kit.take('pieces', [b])
  await kit.take('pieces', [a, d])
  expect(await threadsOf('pieces')).toEqual(['pieces-a pieces-b pieces-c pieces-d pieces-e'])
  const thread = await kit.one(
    `select t.topic, t.pub_date from threads t join messages m on m.thread_id = t.id where m.external_id = 'pieces-a@firm.test' and m.is_original_message`,
  )
  expect(thread).toEqual({ topic: 'Order', pub_date: new Date('2021-01-04T09:00:00Z') })
  const parents = await kit.rows(
    `select m.external_id, p.external_id as answers from messages m join messages p on p.id = m.message_replied_id where m.external_id like 'pieces-%' order by 1`,
  )
  expect(parents.map((row) => `${row.external_id[7]} ${row.answers[7]}`)).toEqual(['b a', 'c b', 'd c', 'e d'])
  expect(await kit.drift()).toBe(0)
})

describe('a later piece of an archive', () => {
  const stateOf = { standing: '', removed: 'removed_at = now()', 'not approved': 'approved = false' }
  test.each(Object.entries(stateOf))('joins two threads only as long as both stand: %s', async (state, change) => {
    const id = (name: string) => `${state.replaceAll(/\W/g, '')}-${name}`
    const ids = (...names: string[]) => names.map(id).join(' ')
    const subject = (name: string) => `${state} ${name}`
    await kit.take('hidden', [
      letter({ id: id('a'), subject: subject('one'), date: 'Mon, 4 Jan 2021 09:00:00 +0000' }),
      letter({ id: id('b'), subject: subject('two'), date: 'Tue, 5 Jan 2021 09:00:00 +0000' }),
      letter({ id: id('c'), subject: subject('two'), date: 'Wed, 6 Jan 2021 09:00:00 +0000', answers: [id('b')] }),
      letter({ id: id('d'), subject: `Re: ${subject('three')}`, date: 'Thu, 7 Jan 2021 09:00:00 +0000' }),
      letter({ id: id('e'), subject: subject('four'), date: 'Thu, 7 Jan 2021 09:00:00 +0000', answers: [id('x')] }),
    ])
    const taken = [`${id('b')}@firm.test`, `${id('d')}@firm.test`, `${id('e')}@firm.test`]
    if (change !== '') {
      const { ids: hidden } = await kit.one(
        `with changed as (update threads set processed = true, ${change} where id in (select thread_id from messages where external_id = any($1)) returning id)
         select array_agg(id) as ids from changed`,
        [taken],
      )
      await kit.rows('select refresh_threads($1::bigint[])', [hidden])
    }
    // Linked by a message that it answers, by one that answers it, and by its subject.
    await kit.take('hidden', [
      letter({ id: id('f'), subject: 'Re: both', date: 'Fri, 8 Jan 2021 09:00:00 +0000', answers: [id('b'), id('a')] }),
      letter({ id: id('g'), subject: subject('three'), date: 'Wed, 6 Jan 2021 09:00:00 +0000' }),
      letter({ id: id('x'), subject: 'Re: one', date: 'Wed, 6 Jan 2021 09:00:00 +0000', answers: [id('a')] }),
    ])
    const found = (await threadsOf('hidden')).filter((thread) => thread.startsWith(id('')))
    expect(found).toEqual(
      change === ''
        ? [ids('a', 'b', 'c', 'e', 'f', 'x'), ids('g', 'd')]
        : [ids('a', 'f', 'x'), ids('b', 'c'), ids('d'), ids('e'), ids('g')],
    )
    const stray = await kit.one(
      `select count(*)::integer as n from messages m join messages p on p.id = m.message_replied_id where p.thread_id <> m.thread_id`,
    )
    expect(stray).toEqual({ n: 0 })
    // A reply to a message that staff have hidden joins the hidden thread, and no other.
    const late = letter({ id: id('h'), subject: 'Re: both', answers: [id('a'), id('c')] })
    await kit.take('hidden', [late])
    const [own] = (await threadsOf('hidden')).filter((thread) => thread.includes(id('h')))
    expect(own).toBe(change === '' ? ids('a', 'b', 'c', 'e', 'f', 'h', 'x') : ids('b', 'c', 'h'))
    expect(await kit.drift()).toBe(0)
  })
})

test('a message that cannot be taken never stops the others', async () => {
  await kit.rows(`
    create function refuse_poison() returns trigger language plpgsql as $$ begin
      if new.subject = 'poison' then raise exception 'poisoned'; end if; return new; end $$;
    create trigger poison before insert on messages for each row execute function refuse_poison()`)
  const { report, outcomes } = await kit.take('hostile', [
    letter({ id: 'good-1', subject: 'good' }),
    letter({ id: 'poison', subject: 'poison' }),
    letter({
      id: 'nul',
      subject: '=?utf-8?Q?a=00b=EF=BF=BE?=',
      body: Buffer.from('be\0fore \xed\xa0\x80 after', 'latin1'),
    }),
    letter({
      id: 'html',
      headers: ['Content-Type: text/html; charset=utf-16le'],
      body: Buffer.from('<p>half \ud83d pair &#xd800;</p><script>alert(1)</script>', 'utf16le'),
    }),
    letter({ subject: 'no id, no date' }),
    letter({ id: 'nobody', from: '' }),
    letter({
      id: 'broken',
      headers: ['Content-Type: multipart/mixed; boundary=never', 'Content-Transfer-Encoding: nonsense'],
      body: '--never\nContent-Type: text/plain; charset=x-unknown\nContent-Transfer-Encoding: base64\n\n!!!!',
    }),
    letter({ id: 'ring-1', subject: 'Re: ring', answers: ['ring-2'] }),
    letter({ id: 'ring-2', subject: 'Re: ring', answers: ['ring-1'] }),
    letter({ id: 'good-1', subject: 'again' }),
    letter({ id: 'good-2', subject: 'good too' }),
  ])
  expect(report.refused).toEqual({ not_written: 1, no_sender: 1, repeated: 1 })
  expect(report.taken).toBe(8)
  expect(outcomes.find((outcome) => outcome.reason === 'not_written')).toMatchObject({
    external_id: 'poison@firm.test',
    detail: 'poisoned',
  })
  expect((await kit.take('hostile', [letter({ subject: 'no id, no date' })])).report.refused).toEqual({
    already_here: 1,
  })
  expect(await kit.one(`select pub_date from messages where subject = 'no id, no date'`)).toEqual({
    pub_date: new Date('2021-01-04T09:30:00Z'),
  })
  expect(await kit.drift()).toBe(0)
})
