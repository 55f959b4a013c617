/** Sending a form: one call at a time, its refusal beside the field it concerns, and the focus there. */
import { useEffect, useRef, useState } from 'react'
import type { Operation } from '#api/operations.ts'
import { POST } from '#web/platform/http.ts'
import { execute } from '#web/platform/operations.ts'
import { ProblemError } from '#web/platform/problems.ts'

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
  /** The same for an operation. */
  async function ask<Data, Variables extends object>(
    operation: Operation<Data, Variables>,
    variables: Variables,
  ): Promise<Data | undefined> {
    setSending(true)
    try {
      const data = await execute(operation, variables)
      setProblem(undefined)
      return data
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error)
      return undefined
    } finally {
      setSending(false)
    }
  }
  const isOfField = problem?.field !== undefined && fields.includes(problem.field)
  return {
    form,
    send,
    ask,
    refuse: setProblem,
    /** What the rules say before anything is sent. */
    object: ({ field, message }: { field: string; message: string }) =>
      setProblem(new ProblemError(message, { kind: 'bad_request', field })),
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
