/** A form: its values, validation, one submit at a time, and the error next to the field it concerns. */
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { ApiError } from '#web/platform/api/api-error.ts'
import { errorMessage, type ErrorMessages } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** An error message and its field; without a field it concerns the whole form. */
export interface FormFault {
  field?: string
  message: string
}

export interface FormOptions<Values, Data> {
  initial: Values
  /** Client-side validation, before anything is sent. */
  check?: (values: Values) => FormFault | null | undefined
  /** Field names that the server uses in errors; by default the keys of `initial`. */
  fields?: readonly string[]
  /** Thrown ApiErrors are shown in the form; undefined means that nothing was saved. */
  submit: (values: Values, changed: Partial<Values>) => Promise<Data>
  success?: string | ((data: Data, values: Values) => string)
  onDone?: (data: Data, values: Values) => void
  messages?: ErrorMessages
}

export function useForm<Values extends object, Data = unknown>(options: FormOptions<Values, Data>) {
  const { initial, fields = Object.keys(initial) } = options
  const ref = useRef<HTMLFormElement>(null)
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [refusal, setRefusal] = useState<ApiError>()
  const { run, isPending } = useCommand(
    ({ filled, changed }: { filled: Values; changed: Partial<Values> }) => options.submit(filled, changed),
    {
      onError: setRefusal,
      ...(options.success !== undefined && { success: successOf(options.success) }),
      onSuccess: (data, { filled }) => options.onDone?.(data, filled),
    },
  )
  useEffect(() => {
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusal])

  const set = (part: Partial<Values>) => setValues((known) => ({ ...known, ...part }))
  const refuse = (reason: string | ApiError, field?: string) =>
    setRefusal(typeof reason === 'string' ? new ApiError(reason, { kind: 'bad_request', field }) : reason)
  const submit = () => {
    const filled = { ...values, ...valuesIn(ref.current, values) }
    setValues(filled)
    const fault = options.check?.(filled)
    if (fault) return refuse(fault.message, fault.field)
    if (!isPending) setRefusal(undefined)
    void run({ filled, changed: changesOf(start, filled) })
  }
  const problemOf = (name: PropertyKey) =>
    refusal?.field === name && fields.includes(String(name)) ? refusal.message : undefined
  const onChange = ({ target }: ChangeEvent<Control>) => set({ [target.name]: valueOf(target) } as Partial<Values>)
  return {
    props: {
      ref,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        submit()
      },
    },
    ...attributesOf({ values, start, onChange, problemOf }),
    problemOf,
    values,
    set,
    submit,
    refuse,
    /** Resets the form, for the next entry. */
    reset: (next: Values = start) => {
      setStart(next)
      setValues(next)
      setRefusal(undefined)
      ref.current?.reset()
    },
    isChanged: Object.keys(changesOf(start, values)).length > 0,
    isPending,
    refusal,
    /** An error that no field shows. */
    problem:
      refusal && !(refusal.field !== undefined && fields.includes(refusal.field))
        ? errorMessage(refusal, options.messages)
        : undefined,
  }
}

interface Attributes<Values> {
  values: Values
  start: Values
  onChange: (event: ChangeEvent<Control>) => void
  problemOf: (name: PropertyKey) => string | undefined
}

/** The attributes of the form's inputs, by name. */
const attributesOf = <Values extends object>({ values, start, onChange, problemOf }: Attributes<Values>) => ({
  /** For a controlled input. */
  field: <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    onChange,
    problem: problemOf(name),
  }),
  checkbox: (name: keyof Values & string) => ({
    name,
    checked: Boolean(values[name]),
    onChange,
    problem: problemOf(name),
  }),
  /**
   * For an uncontrolled input: a password, which must not appear in an attribute, or a server-rendered page, where
   * the user may have typed before hydration.
   */
  native: (name: keyof Values & string) => ({
    name,
    defaultValue: String(start[name]),
    problem: problemOf(name),
  }),
})

const successOf = <Values, Data>(success: string | ((data: Data, values: Values) => string)) =>
  typeof success === 'string' ? success : (data: Data, { filled }: { filled: Values }) => success(data, filled)

const valueOf = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value

/** Reads the values of the form's controls, including what was typed before hydration. */
export function valuesIn<Values extends object>(form: HTMLFormElement | null, known: Values): Partial<Values> {
  if (!form) return {}
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(known)) {
    if (typeof value !== 'string' && typeof value !== 'boolean') continue
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) found[name] = control.value
    else if (control && 'value' in control) found[name] = valueOf(control as Control)
  }
  return found as Partial<Values>
}

export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof Values] !== value)
  return Object.fromEntries(changed) as Partial<Values>
}
