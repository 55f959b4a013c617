import { useEffect, useRef, type RefObject } from 'react'

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/**
 * Handles files dropped on the form around `inside`, or pasted into it. The form is marked while files are dragged over
 * it.
 */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void {
  const handler = useRef(onFiles)
  handler.current = onFiles
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const leaving = new AbortController()
    const options = { signal: leaving.signal, capture: true }
    const mark = (isOver: boolean) => form.toggleAttribute('data-dropping', isOver)
    form.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer!.dropEffect = 'copy'
        mark(true)
      },
      options,
    )
    form.addEventListener(
      'dragleave',
      (event) => !form.contains(event.relatedTarget as Node | null) && mark(false),
      options,
    )
    form.addEventListener(
      'drop',
      (event) => {
        mark(false)
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        event.stopPropagation()
        handler.current([...event.dataTransfer!.files])
      },
      options,
    )
    form.addEventListener(
      'paste',
      (event) => {
        const data = event.clipboardData
        // Copied text often includes a picture of itself; then paste the text.
        if (!holdsFiles(data) || data!.types.includes('text/plain')) return
        event.preventDefault()
        event.stopPropagation()
        handler.current([...data!.files])
      },
      options,
    )
    // A file dropped outside the form would otherwise replace the page and the text being written.
    for (const name of ['dragover', 'drop'] as const)
      addEventListener(name, (event) => holdsFiles(event.dataTransfer) && event.preventDefault(), {
        signal: leaving.signal,
      })
    return () => {
      leaving.abort()
      mark(false)
    }
  }, [inside])
}
