import { IconFile, IconPhoto } from '@tabler/icons-react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { counted, sizeInWords } from '#shared/kit/text.ts'
import { ACCEPTED, type UploadedFile } from '#shared/uploads.ts'
import styles from '#web/writing/attachments/AttachmentUploads.module.css'
import {
  AttachmentUploadList,
  type AttachmentUpload,
  type FileLimit,
} from '#web/writing/attachments/upload-attachments.ts'
import type { AttachmentState } from '#web/writing/editor/editor-types.ts'
import { useFileDrop } from '#web/writing/attachments/use-file-drop.ts'
import { Button } from '#web/kit/Button.tsx'
import { FilePicker } from '#web/kit/forms/Controls.tsx'

interface Props {
  /** Files of the restored draft. */
  restored: readonly UploadedFile[]
  /** Changes when the draft was replaced from another device. */
  version: string
  /** Incremented each time the user clicks to choose files. */
  picks: number
  /** That of a post if omitted. */
  limit?: FileLimit
  onChange: (files: AttachmentState) => void
}

const isComing = ({ uploaded, problem }: AttachmentUpload) => uploaded === null && problem === null
const PICTURE = /\.(png|jpe?g|gif|webp)$/i

/** The files of a post, below its text, and every way to add some. Loaded when the user starts to write. */
export default function AttachmentUploads({ restored, version, picks, limit, onChange }: Props) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const changed = useRef(onChange)
  changed.current = onChange
  const [list] = useState(
    () =>
      new AttachmentUploadList(
        restored,
        () => {
          render()
          changed.current(filesOf(list.rows))
        },
        limit,
      ),
  )
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    list.restore(restored)
    render()
  }, [list, version, restored])
  const root = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  useFileDrop(root, (files) => list.add(files))
  useEffect(() => () => list.close(), [list])
  const isUnderWay = list.rows.some(isComing)
  useEffect(() => {
    if (!isUnderWay) return
    // Files that are still uploading cannot be saved with the draft.
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [isUnderWay])
  useEffect(() => {
    if (picks > 0) chooser.current?.click()
  }, [picks])
  return (
    <div ref={root} className={styles.files} hidden={list.rows.length === 0}>
      <FilePicker label="Attach files" ref={chooser} multiple accept={ACCEPTED} onChoose={(files) => list.add(files)} />
      <ul aria-label="Attached files">
        {list.rows.map((row) => (
          <FileRow key={row.id} row={row} list={list} />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {statusOf(list.rows)}
      </p>
    </div>
  )
}

function FileRow({ row, list }: { row: AttachmentUpload; list: AttachmentUploadList }) {
  const { id, name, size, progress, problem } = row
  const Icon = PICTURE.test(name) ? IconPhoto : IconFile
  const isUnderWay = isComing(row)
  return (
    <li className={styles.file} aria-label={name}>
      <span className={styles.icon}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </span>
      <span className={styles.about}>
        <span className={styles.name}>{name}</span>
        {problem === null ? (
          <span className={styles.facts}>
            {isUnderWay ? `${Math.floor(progress * 100)}% of ${sizeInWords(size)}` : sizeInWords(size)}
          </span>
        ) : (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
        {isUnderWay && <progress max={1} value={progress} aria-label={`Uploading ${name}`} />}
      </span>
      <span className={styles.acts}>
        {row.mayRetry && problem !== null && (
          <Button aria-label={`Try again to upload ${name}`} onClick={() => list.retry(id)}>
            Try again
          </Button>
        )}
        <Button look="bare" aria-label={`${isUnderWay ? 'Cancel' : 'Remove'} ${name}`} onClick={() => list.remove(id)}>
          {isUnderWay ? 'Cancel' : 'Remove'}
        </Button>
      </span>
    </li>
  )
}

function filesOf(rows: readonly AttachmentUpload[]): AttachmentState {
  const waiting = rows.find(({ uploaded }) => uploaded === null)
  return {
    uploaded: rows.flatMap(({ uploaded }) => uploaded ?? []),
    problem: waiting ? `Wait for “${waiting.name}” to finish uploading, or remove it.` : null,
  }
}

function statusOf(rows: readonly AttachmentUpload[]): string {
  const there = rows.filter(({ uploaded }) => uploaded !== null).length
  const coming = rows.filter(isComing).length
  if (coming > 0) return `Uploading ${coming} of ${counted(rows.length, 'file')}.`
  return there > 0 ? `${counted(there, 'file')} attached.` : ''
}
