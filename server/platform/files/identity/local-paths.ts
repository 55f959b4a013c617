/** Paths of files on a computer or a company's server name people: “C:\Users\hwu\Deals\Northwind.docx”. */
const PATH = /(?:file:\/{2,3}|[A-Za-z]:[\\/]|\\\\[\w.-]+\\)[^"'<>|\r\n]*|(?:\/Users|\/home)\/[^"'<>|\r\n]*/
const WHOLE = new RegExp(String.raw`^\s*(?:${PATH.source})$`)
const USER = /(?:Users|Documents and Settings|home)[\\/]+([^\\/"']+)[\\/]/i

export const isLocalPath = (value: string) => WHOLE.test(value)
export const hasLocalPath = (value: string) => PATH.test(value)

/** Only the names of the files. */
export const withoutFolders = (value: string) =>
  value.replace(new RegExp(PATH.source, 'g'), (path) =>
    path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1),
  )

export const userInPath = (value: string): string | undefined => {
  const name = USER.exec(value)?.[1]
  return name !== undefined && !/^(public|default|shared|user)$/i.test(name) ? name : undefined
}
