import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Fallback to render instead; null where the page can do without the part. */
  instead?: ReactNode
}

/** An error boundary: if `children` fail, the rest of the page stays, with any text being written in it. */
export class Contained extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override render() {
    const { children, instead = null } = this.props
    return this.state.hasFailed ? instead : children
  }
}
