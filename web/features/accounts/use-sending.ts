/** Sending a form: one call at a time, its refusal beside the field it concerns, and the focus there. */
import { useEffect, useRef, useState } from 'react'
import { POST } from '#web/platform/http.ts'
import type { ProblemError } from '#web/platform/problems.ts'

export function useSending(fields: readonly string[] = []) {
  const [problem, setProblem] = useState<ProblemError>()
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  /** The data of the answer, or nothing when it was refused: then what was filled in is still there. */
  async function send<Data>(path: string, body: object): Promise<Data | undefined> {
    setSending(true)
    const [answer, error] = await POST<{ data: Data }>(path, body)
    setSending(false)
    setProblem(error ?? undefined)
    return answer?.data
  }
  const isOfField = problem?.field !== undefined && fields.includes(problem.field)
  return {
    form,
    send,
    isSending,
    problem,
    of: (field: string) => (isOfField && problem.field === field ? problem.message : undefined),
    /** What concerns the form as a whole. */
    sentence: problem && !isOfField ? sentenceOf(problem) : undefined,
  }
}

export const sentenceOf = (problem: ProblemError): string =>
  problem.kind === 'bad_response' ? 'This failed on our side. Nothing was changed; please try again.' : problem.message

export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
