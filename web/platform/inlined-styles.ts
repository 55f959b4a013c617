/**
 * The server has inlined these style sheets in the page. A disabled link for each tells the lazy-page loader that they
 * are present; if the server rendered the links, the browser would fetch them anyway.
 */
export function markInlined(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.disabled = true
    link.setAttribute('href', href)
    document.head.append(link)
  }
}
