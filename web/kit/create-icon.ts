import { createElement, type SVGProps } from 'react'

type Node = readonly [tag: string, attributes: Record<string, string>]
type Props = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }

/**
 * Draws the icons of the library. Its own component repeats six attributes in each icon, a third of the weight of a feed
 * page's icons; ours are in the style sheet (`.icon`). Lines without a fill look the same as one path.
 */
export default function createIcon(
  kind: 'outline' | 'filled',
  _name: string,
  displayName: string,
  nodes: readonly Node[],
) {
  const paths = nodes.every(
    ([tag, { key: _key, ...attributes }]) => tag === 'path' && Object.keys(attributes).join() === 'd',
  )
  const content =
    kind === 'outline' && paths
      ? createElement('path', { d: nodes.map(([, { d }]) => d).join('') })
      : nodes.map(([tag, attributes]) => createElement(tag, attributes))
  // What most icons have is in the style sheet.
  function Icon({ size, stroke, className, ...rest }: Props) {
    const base = kind === 'filled' ? 'icon-filled' : 'icon'
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        strokeWidth: stroke,
        className: className ? `${base} ${className}` : base,
        ...rest,
      },
      content,
    )
  }
  return Object.assign(Icon, { displayName })
}
