/** Widths of windows at which the layout changes, as in the style sheets. */

/** A phone: the tab bar takes the place of the menu. */
export const SMALL_SCREEN = '(max-width: 640px)'
/** There is room for a side column. */
export const WIDE_SCREEN = '(min-width: 1280px)'
