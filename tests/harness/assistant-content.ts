import type { TestServer } from './test-server.ts'

interface Facts {
  member: number
  other: number
  thread: number
  /** A reply that the member may read. */
  reply: number
}

/** A conversation, a preference and prompts of the member with every field set. Resolves to the conversation's id. */
export async function fillAssistant(testServer: TestServer, { member, other, thread, reply }: Facts): Promise<number> {
  const one = async (text: string, values: unknown[]) => (await testServer.sql<{ id: number }>(text, values))[0]!.id
  const conversation = await one(`insert into ai_conversations (user_id, name) values ($1, 'Kept') returning id`, [
    member,
  ])
  const question = await one(
    `insert into ai_messages (conversation_id, role, content, deleted) values ($1, 'user', 'Who signs?', now()) returning id`,
    [conversation],
  )
  const answer = (replacedBy: number | null) =>
    one(
      `insert into ai_messages (conversation_id, role, question_id, replaced_by_id, model_id, sources, is_abstained)
       values ($1, 'assistant', $2, $3, 1, '{discussions}', true) returning id`,
      [conversation, question, replacedBy],
    )
  const current = await answer(null)
  await answer(current)
  await testServer.sql(
    `insert into ai_citations (ai_message_id, number, kind, entity_id, quote)
     select $1, 1, 'message', id, left(cleaned_body, 1) from messages where id = $2`,
    [current, reply],
  )
  await testServer.sql(
    `insert into ai_citations (ai_message_id, number, kind, entity_id, page, quote)
     select $1, 1 + row_number() over (), 'peer_document', d.id, p.number, left(p.content, 1)
     from peer_documents d join document_versions v on v.id = d.current_version_id join material_pages p on p.file_id = v.file_id
     where d.state = 'approved' and p.number = 1 and p.content <> '' limit 20`,
    [current],
  )
  await testServer.sql(
    `insert into ai_citations (ai_message_id, number, kind, entity_id, seconds, quote)
     select $1, 30, 'series_video', v.id, c.starts_at_ms / 1000, left(c.content, 1)
     from series_videos v join material_cues c on c.video_id = v.video_id where v.series_id = 1 order by c.place limit 1`,
    [current],
  )
  await testServer.sql(
    `insert into ai_sentences (ai_message_id, number, paragraph, content, citations) values ($1, 1, 1, 'The board signs.', '{1}')`,
    [current],
  )
  await testServer.sql(`insert into ai_feedback values ($1, true, 'Exactly.', true)`, [current])
  await testServer.sql(
    `insert into ai_usage (user_id, day, questions)
     select u.user_id, (now() at time zone 'utc')::date, 1 from (
       select user_id from peer_network_memberships where is_primary and peer_network_id = 1 order by user_id limit 3) u`,
  )
  await testServer.sql('insert into ai_related_threads values ($1, $2, 1)', [current, thread])
  await testServer.sql('insert into ai_people values ($1, $2, 3, 1)', [current, other])
  const prompt = await one(
    `insert into prompt_templates (prompt_type, user_id, name, content) values ('user', $1, 'Mine', 'Who signs?') returning id`,
    [member],
  )
  await testServer.sql(
    `insert into ai_attachments (ai_message_id, prompt_template_id, name, file_type, size, storage_key)
     values ($1, null, 'a.txt', 'text/plain', 3, repeat('0', 64)), (null, $2, 'b.txt', 'text/plain', 3, repeat('0', 64))`,
    [question, prompt],
  )
  await testServer.sql(
    `insert into ai_preferences (user_id, risk_tolerance, context, daily_limit) values ($1, 'low', 'Steel', 40)`,
    [member],
  )
  return conversation
}

/** The root fields that read it. */
export const ASSISTANT_ROOTS = (conversation: number, thread: number) => [
  `thread_passages(thread_id: ${thread})`,
  `thread_summary(thread_id: ${thread})`,
  'ai_conversations',
  'ai_conversation_count',
  `ai_messages(conversation_id: ${conversation})`,
  'ai_models',
  'ai_sources',
  'prompt_hub',
  'user_prompt_templates',
  'ai_user_preferences',
  'ai_usage',
  'passages(search: "clause notice period vendors", sources: ["discussions", "peer_documents", "events", "learning"])',
]

/** Root fields of the assistant that only staff can read. */
export const STAFF_ASSISTANT_ROOTS = [
  'staff_ai_usage',
  'staff_ai_feedback',
  'staff_ai_models',
  'staff_ai_sources',
  'staff_library_prompts',
]
