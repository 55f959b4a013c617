import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Stands in the place of what failed; nothing, where the page can do without it. */
  instead?: ReactNode
}

/** A part whose failure stays its own: the page around it, and what somebody is writing there, stands as it is. */
export class Contained extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override render() {
    const { children, instead = null } = this.props
    return this.state.hasFailed ? instead : children
  }
}
