/** How the read API is called. */
import { ACCESS_TOKEN_SCOPES, type AccessTokenScope } from '#shared/access-tokens.ts'
import styles from '#web/features/accounts/settings/Settings.module.css'

const origin = () => (typeof location === 'undefined' ? '' : location.origin)

/** A call that can be pasted into a terminal. */
export const ApiExample = ({ token = '$TOKEN' }: { token?: string }) => (
  <pre className={styles.code} tabIndex={0} aria-label="Example of a call">
    {`curl ${origin()}/api/graphql/threads \\
  -H "Authorization: Bearer ${token}" \\
  -H "Content-Type: application/json" \\
  -d '{"variables":{"limit":10}}'`}
  </pre>
)

/** The operations that each scope can call, and where an AI program connects. */
export const ScopeOperations = ({ operations }: { operations: Record<AccessTokenScope, string[]> }) => (
  <details className={styles.details}>
    <summary>How to call the API</summary>
    <p className={styles.text}>
      Call an operation by name with POST. The body holds its variables; the answer is JSON with data or errors. When
      the answer’s status is 429, wait until the time in retry_at.
    </p>
    <ApiExample />
    <p className={styles.text}>
      An AI program that speaks MCP (Model Context Protocol) connects to <code>{`${origin()}/api/mcp`}</code> with the
      same Authorization header. It can search and read; it can’t change anything.
    </p>
    <dl className={styles.operations}>
      {Object.entries(operations).map(([scope, names]) => (
        <div key={scope}>
          <dt>{scope}</dt>
          <dd>
            {ACCESS_TOKEN_SCOPES[scope as AccessTokenScope]}: {names.join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
