/** Documents of the large dataset, each with ten pages whose words are those of the messages. */
import { networkDrawn, SPAN, UNTIL, type Plan, type Step } from './large-plan.ts'

/** One for each of so many messages, up to the most. */
const MESSAGES_EACH = 20
const MOST_DOCUMENTS = 5_000
const PAGES = 10

export const documentSteps = ({ members, networks, messages }: Plan): Step[] => {
  const documents = Math.min(MOST_DOCUMENTS, Math.ceil(messages / MESSAGES_EACH))
  const at = `${UNTIL} - ${SPAN} * pg_temp.draw(n, 201)`
  const text = (n: string, choice: number) =>
    `(select m.cleaned_body from messages m where m.id = 1 + floor(pg_temp.draw(${n}, ${choice}) * ${messages})::bigint)`
  return [
    [
      'Documents',
      `insert into material_files (id, name, file_type, size, storage_key, num_of_pages, outcome) overriding system value
         select n, 'Document ' || n || '.pdf', 'application/pdf', 100000, 'none', ${PAGES}, 'read' from generate_series(1, ${documents}) n;
       insert into material_pages (file_id, number, label, content)
         select n, p, 'Page', concat_ws(E'\\n', ${text(`n * ${PAGES} + p`, 202)}, ${text(`n * ${PAGES} + p`, 203)}, ${text(`n * ${PAGES} + p`, 204)})
         from generate_series(1, ${documents}) n cross join generate_series(1, ${PAGES}) p;
       insert into peer_documents (id, title, description, type, submitter_id, is_featured, featured_banner, date_created, date_uploaded)
         select n, 'Document ' || n || ': ' || left(coalesce(${text('n', 205)}, 'untitled'), 60), '',
           (array['agreement','policy','checklist','template'])[1 + n % 4], 1 + n % ${members}, n % 200 = 0,
           case when n % 200 = 0 then 'Featured' end, ${at}, ${at} from generate_series(1, ${documents}) n;
       insert into document_versions (id, document_id, number, file_id, date_uploaded, approved_at) overriding system value
         select d.id, d.id, 1, d.id, d.date_uploaded, d.date_uploaded from peer_documents d;
       insert into peer_document_networks select n, ${networkDrawn('n', 206, networks)} from generate_series(1, ${documents}) n;
       update peer_documents set state = 'approved', current_version_id = id;
       insert into peer_document_areas select n, a.id from generate_series(1, ${documents}) n
         cross join lateral (select id from areas_of_expertise order by pg_temp.draw(n * 100 + id, 207) limit 2) a;
       select setval(pg_get_serial_sequence(t, 'id'), ${documents})
         from unnest(array['material_files', 'peer_documents', 'document_versions']) t;`,
    ],
  ]
}
