/**
 * Models outside this server, by the AI SDK, which is loaded when the first is asked. The SDK sends a model that is only
 * named to a gateway of its maker: here a model is always an object of the configured provider, and requests go to its
 * address and to no other.
 */
export interface ModelSettings {
  provider: 'openai' | 'anthropic'
  /** Base address of the API. */
  url: string
  key: string | undefined
}

export interface Generation {
  text: AsyncIterable<string>
  /** Tokens as the provider counts them; known once the text has ended. */
  usage: () => Promise<{ tokensIn: number; tokensOut: number }>
}

export interface Asked {
  model: string
  system: string
  user: string
  signal: AbortSignal
}
export type Generate = (asked: Asked) => Promise<Generation>

const TOKENS_OUT = 1_500

/** Refuses redirects and every other address. */
const onlyTo =
  (base: string): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== new URL(base).origin) throw new Error('The provider’s library asked for another address.')
    return fetch(input, { ...init, redirect: 'error' })
  }

async function modelOf({ provider, url, key }: ModelSettings, model: string) {
  const options = { baseURL: url, fetch: onlyTo(url), ...(key && { apiKey: key }) }
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic(options)(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...options, name: 'openai', includeUsage: true })(model)
}

export const makeGenerate =
  (settings: ModelSettings): Generate =>
  async ({ model, system, user, signal }) => {
    const [{ streamText }, languageModel] = await Promise.all([import('ai'), modelOf(settings, model)])
    let failure: unknown
    const result = streamText({
      model: languageModel,
      system,
      prompt: user,
      maxOutputTokens: TOKENS_OUT,
      maxRetries: 0,
      temperature: 0,
      abortSignal: signal,
      onError: ({ error }) => void (failure = error),
    })
    return {
      text: throwing(result.textStream, () => failure),
      usage: async () => {
        const { inputTokens, outputTokens } = await result.usage
        return { tokensIn: inputTokens ?? 0, tokensOut: outputTokens ?? 0 }
      },
    }
  }

/** The SDK ends the text when a provider fails. */
async function* throwing(text: AsyncIterable<string>, failure: () => unknown): AsyncGenerator<string> {
  yield* text
  if (failure()) throw failure()
}
