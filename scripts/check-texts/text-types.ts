import { readdirSync } from 'node:fs'

export const namespacesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => !serverNamespaces.includes(name))
    .sort()

/** Texts of mails and server-rendered pages. */
const serverNamespaces: readonly string[] = ['mail', 'pages']

export const textTypes = (namespaces: readonly string[]): string =>
  [
    '// Written by `npm run texts` from the names of the files beside it.',
    ...namespaces.map((name) => `import type ${name} from './${name}.json'`),
    '',
    'export interface Texts {',
    ...namespaces.map((name) => `  readonly ${name}: typeof ${name}`),
    '}',
    '',
  ].join('\n')
