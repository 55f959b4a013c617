/** Sending a form: one call at a time, its refusal beside the field it concerns, and the focus there. */
import { useEffect, useRef, useState } from 'react'
import type { Operation } from '#api/operations.ts'
import { POST } from '#web/platform/api/http.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

export function useForm(fields: readonly string[] = []) {
  const [problem, setProblem] = useState<ApiError>()
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
      if (!(error instanceof ApiError)) throw error
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
      setProblem(new ApiError(message, { kind: 'bad_request', field })),
    isSending,
    problem,
    of: (field: string) => (isOfField && problem.field === field ? problem.message : undefined),
    /** What concerns the form as a whole. */
    sentence: problem && !isOfField ? errorMessage(problem) : undefined,
  }
}

export const errorMessage = (problem: ApiError): string =>
  problem.kind === 'bad_response'
    ? 'Something went wrong on our end. Nothing was changed; please try again.'
    : problem.message

export const formValues = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
