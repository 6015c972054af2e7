/** Matches our own files by their path from the root, because the checkout's folder may be called `web` or `schema`. */
export const projectFiles =
  (root: string) =>
  (files: RegExp) =>
  (id: string): boolean =>
    id.startsWith(root) && files.test(id.slice(root.length).replace(/^\//, ''))
