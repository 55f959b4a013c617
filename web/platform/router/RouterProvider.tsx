import {
  Component,
  Suspense,
  createContext,
  useContext,
  useLayoutEffect,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useSubscribed } from '#web/kit/store.ts'
import { MatchContext, useMatch, type Match } from '#web/platform/router/match.ts'
import type { RouterLocation } from '#web/platform/router/location.ts'
import type { Router, RouterState } from '#web/platform/router/router.ts'

export interface ErrorPageProps {
  error: unknown
  reset?: () => void
}

interface Provided {
  router: Router
  errorPage: ComponentType<ErrorPageProps>
}
const RouterContext = createContext<Provided | undefined>(undefined)

function useProvided(): Provided {
  const provided = useContext(RouterContext)
  if (!provided) throw new Error('Not within the router.')
  return provided
}

export const useRouter = (): Router => useProvided().router

/** A part of the router's state. `select` must return the same object while that part is the same. */
export function useRouterState<Part>(select: (state: RouterState) => Part): Part {
  const router = useRouter()
  return useSubscribed(router.onChange, () => select(router.state))
}

export const useLocation = (): RouterLocation => useRouterState(({ location }) => location)

export const useNavigate = (): Router['navigate'] => useRouter().navigate

const onServer = typeof document === 'undefined'
const useInBrowserLayoutEffect = onServer ? () => undefined : useLayoutEffect

/** Renders the routes of the router's address. */
export function RouterProvider({ router, errorPage }: Provided) {
  useInBrowserLayoutEffect(() => router.history.subscribe(() => void router.load()), [router])
  return (
    <RouterContext value={{ router, errorPage }}>
      <Level depth={0} />
    </RouterContext>
  )
}

/** The place of the inner route in the component of a route. */
export function Outlet() {
  const { depth } = useMatch()
  const level = <Level depth={depth + 1} />
  return depth === 0 ? <Suspense>{level}</Suspense> : level
}

function Level({ depth }: { depth: number }) {
  const match = useRouterState(({ matches }) => matches[depth])
  const { errorPage: ErrorPage } = useProvided()
  if (!match) return null
  const Page = match.component ?? Outlet
  const page = 'error' in match ? <ErrorPage error={match.error} /> : <Page />
  return (
    <MatchContext value={match}>
      {onServer ? (
        page
      ) : (
        <Failing match={match} errorPage={ErrorPage}>
          {page}
        </Failing>
      )}
    </MatchContext>
  )
}

interface FailingProps {
  match: Match
  errorPage: ComponentType<ErrorPageProps>
  children: ReactNode
}
interface FailingState {
  failure: { error: unknown } | null
  match: Match
}

/** Shows the error page in place of a page that failed, until another one opens. */
class Failing extends Component<FailingProps, FailingState> {
  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })
  static getDerivedStateFromProps = ({ match }: FailingProps, state: FailingState) =>
    match === state.match ? null : { failure: null, match }
  override state: FailingState = { failure: null, match: this.props.match }
  override render() {
    const { failure } = this.state
    const { children, errorPage: ErrorPage } = this.props
    return failure ? <ErrorPage error={failure.error} reset={() => this.setState({ failure: null })} /> : children
  }
}
