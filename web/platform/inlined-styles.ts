/**
 * The server has put the rules of these style sheets into the page. A disabled link for each tells the loader
 * of lazy pages that they are there; in the page itself the link would be fetched all the same.
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
