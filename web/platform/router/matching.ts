/** Which routes fit an address, and what they show once their guards and loaders have run. */
import { decoded, type RouterLocation, type Search } from '#web/platform/router/location.ts'
import { NotFound, Redirect } from '#web/platform/router/interrupts.ts'
import type { Match } from '#web/platform/router/match.ts'
import type { Route, RouteComponent, RouterContext } from '#web/platform/router/route.ts'

interface Pattern {
  names: string[]
  expression: RegExp
}
const patterns = new Map<string, Pattern>()

function patternOf(path: string): Pattern {
  const known = patterns.get(path)
  if (known) return known
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name]) => name!)
  const escaped = path.replaceAll(/[.*+?^{}()|[\]\\]/g, '\\$&').replaceAll(/\$\w+/g, '([^/]+)')
  const pattern = { names, expression: new RegExp(`^${escaped === '/' ? '' : escaped}/?$`) }
  patterns.set(path, pattern)
  return pattern
}

interface Found {
  route: Route
  params: Record<string, string>
}

/** The route of a path; one with fewer parameters comes first: "/experts/categories" is not an expert. */
function findRoute(route: Route, pathname: string): Found | undefined {
  let best: Found | undefined
  let numOfParams = Infinity
  const visit = (each: Route) => {
    const { path } = each.options
    if (path !== undefined) {
      const { names, expression } = patternOf(path)
      const fit = names.length < numOfParams ? expression.exec(pathname) : null
      if (fit) {
        numOfParams = names.length
        best = { route: each, params: Object.fromEntries(names.map((name, at) => [name, decoded(fit[at + 1]!)])) }
      }
    }
    each.children.forEach(visit)
  }
  visit(route)
  return best
}

interface Candidate extends Match {
  route: Route
}

function candidatesOf(root: Route, location: RouterLocation): { branch: Candidate[]; isFound: boolean } {
  const found = findRoute(root, location.pathname)
  const routes: Route[] = []
  for (let route = found?.route ?? root; ; route = route.parent) {
    routes.unshift(route)
    if (!route.parent) break
  }
  const params = found?.params ?? {}
  const branch = routes.map((route, depth) => {
    const { validateSearch, component, staticData = {}, path, id } = route.options
    const search: Search = validateSearch ? validateSearch(location.search) : location.search
    const key = JSON.stringify([path ?? id, params, search])
    return { route, key, depth, params, search, component, staticData }
  })
  return { branch, isFound: found !== undefined }
}

export type Outcome = { type: 'redirect'; href: string } | { type: 'render'; status: number; matches: Match[] }

/** Runs guards and loaders. Never throws: what they throw decides what is rendered. */
export async function openRoutes(root: Route, location: RouterLocation, context: RouterContext): Promise<Outcome> {
  const { branch, isFound } = candidatesOf(root, location)
  if (!isFound) return notFoundAt(0, branch)
  const failure = await failureOf(branch, location, context)
  if (!failure) return { type: 'render', status: 200, matches: branch }
  const { at, cause } = failure
  if (cause instanceof Redirect) return { type: 'redirect', href: cause.href }
  if (cause instanceof NotFound) return notFoundAt(cause.isWhole ? 0 : at, branch)
  return { type: 'render', status: 500, matches: [...branch.slice(0, at), { ...branch[at]!, error: cause }] }
}

/** The first thing that was thrown; a redirect before all others. */
async function failureOf(branch: Candidate[], location: RouterLocation, context: RouterContext) {
  const factsOf = ({ params, search }: Candidate) => ({ context, params, search, location }) as never
  const failures: { at: number; cause: unknown }[] = []
  for (const [at, candidate] of branch.entries()) {
    try {
      await candidate.route.options.beforeLoad?.(factsOf(candidate))
    } catch (cause) {
      failures.push({ at, cause })
      break
    }
  }
  // What is around a page that was refused still needs its data.
  const allowed = branch.slice(0, failures[0]?.at)
  const results = await Promise.allSettled(
    allowed.map(async (candidate) => {
      const { loader, component } = candidate.route.options
      await Promise.all([loader?.(factsOf(candidate)), component?.preload?.()])
    }),
  )
  results.forEach((result, at) => {
    if (result.status === 'rejected') failures.push({ at, cause: result.reason })
  })
  return failures.find(({ cause }) => cause instanceof Redirect) ?? failures.sort((a, b) => a.at - b.at)[0]
}

function notFoundAt(from: number, branch: Candidate[]): Outcome {
  let at = from
  while (at > 0 && !branch[at]!.route.options.notFoundComponent) at -= 1
  const around = branch[at]!
  const component: RouteComponent | undefined = around.route.options.notFoundComponent
  const missing = { ...around, component, key: `${around.key} not found` }
  const matches = at === 0 ? [around, { ...missing, depth: 1, staticData: {} }] : [...branch.slice(0, at), missing]
  return { type: 'render', status: 404, matches }
}
