import { blocksOf, type Block } from '#web/features/documents/document/page-layout.ts'
import styles from '#web/features/documents/document/Document.module.css'
import { Marked } from '#web/features/documents/list/DocumentRow.tsx'

/** Headings, tables and titles: enough to decide whether to download the file. */
export const OfficePage = ({ page, q }: { page: { label: string; content: string }; q: string | undefined }) =>
  blocksOf(page).map((block, index) => <BlockView key={index} block={block} q={q} />)

function BlockView({ block, q }: { block: Block; q: string | undefined }) {
  if (block.is === 'table') return <Table rows={block.rows} left={block.left} q={q} />
  const text = <Marked text={block.text} q={q} />
  if (block.is === 'paragraph') return <p>{text}</p>
  return <h3 className={block.is === 'title' ? styles.pageTitle : undefined}>{text}</h3>
}

interface TableProps {
  rows: readonly (readonly string[])[]
  left: number
  q: string | undefined
}

const Table = ({ rows, left, q }: TableProps) => (
  <div className={styles.tableFrame} tabIndex={0} role="group" aria-label="First rows of the sheet">
    <table className={styles.table}>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={index}>
                <Marked text={cell} q={q} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {left > 0 && <p>{left.toLocaleString('en-US')} more rows are in the file.</p>}
  </div>
)
